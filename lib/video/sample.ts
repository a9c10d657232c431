type Variables = { VIDEO_URL?: string; VIDEO_CAPTIONS_URL?: string }

/** The page plays it if VIDEO_URL is not set. */
export const sample = {
  video: '/sample/training.mp4',
  captions: '/sample/training.en.vtt',
  poster: '/sample',
} as const

/** The operator's, or the sample if VIDEO_URL is not set. */
export function withSample({ VIDEO_URL = sample.video, VIDEO_CAPTIONS_URL }: Variables) {
  const captions = VIDEO_URL === sample.video ? sample.captions : undefined
  return { VIDEO_URL, VIDEO_CAPTIONS_URL: VIDEO_CAPTIONS_URL ?? captions }
}
