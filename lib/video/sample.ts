type Variables = { VIDEO_URL?: string; VIDEO_CAPTIONS_URL?: string }

/** Played without VIDEO_URL. */
export const sample = {
  video: '/sample/training.mp4',
  captions: '/sample/training.en.vtt',
  poster: '/sample',
} as const

export function withSample({ VIDEO_URL = sample.video, VIDEO_CAPTIONS_URL }: Variables) {
  const captions = VIDEO_URL === sample.video ? sample.captions : undefined
  return { VIDEO_URL, VIDEO_CAPTIONS_URL: VIDEO_CAPTIONS_URL ?? captions }
}
