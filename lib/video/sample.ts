type Variables = { VIDEO_URL?: string; VIDEO_CAPTIONS_URL?: string }

/**
 * The sample film in public/, with its captions and the folder of its poster. The page plays it if VIDEO_URL is not
 * set.
 */
export const sample = {
  video: '/sample/training.mp4',
  captions: '/sample/training.en.vtt',
  poster: '/sample',
} as const

/** Returns the video and the captions of the operator. If VIDEO_URL is not set, returns the sample. */
export function withSample({ VIDEO_URL = sample.video, VIDEO_CAPTIONS_URL }: Variables) {
  const captions = VIDEO_URL === sample.video ? sample.captions : undefined
  return { VIDEO_URL, VIDEO_CAPTIONS_URL: VIDEO_CAPTIONS_URL ?? captions }
}
