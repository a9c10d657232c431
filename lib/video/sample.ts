type Variables = { VIDEO_URL?: string; VIDEO_CAPTIONS_URL?: string }

/** Our own film in public/, played where VIDEO_URL is not set, and the folder of its poster. */
export const sample = {
  video: '/sample/training.mp4',
  captions: '/sample/training.en.vtt',
  poster: '/sample',
} as const

/** The video and its captions as they are set, with the sample in place of what is not. */
export function withSample({
  VIDEO_URL = sample.video,
  VIDEO_CAPTIONS_URL,
}: Variables): Required<Pick<Variables, 'VIDEO_URL'>> & Variables {
  const captions = VIDEO_URL === sample.video ? sample.captions : undefined
  return { VIDEO_URL, VIDEO_CAPTIONS_URL: VIDEO_CAPTIONS_URL ?? captions }
}
