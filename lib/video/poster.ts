import 'server-only'
import { videoUrl } from '@/lib/env'
import { playerOrigins } from './embed-url'
import { parseVideoSource } from './parse-video-source'

/** The picture shown while the video is locked, and what warms up the player behind it. Never the video's address. */
export type Poster = {
  sources: { srcSet: string; type?: string; media?: string }[]
  src?: string
  /** Shown when the host has no such size: it answers with a grey 120x90 picture instead of an error. */
  fallback?: string
  imageOrigin?: string
  playerOrigin?: string
}

/**
 * Chooses the poster of the configured video: the host's thumbnail in the size that fits the screen, or none for
 * a plain file, which leaves the designed placeholder.
 * https://github.com/paulirish/lite-youtube-embed/blob/master/youtube-thumbnail-urls.md
 */
export function poster(): Poster {
  const source = parseVideoSource(videoUrl())
  if (source.kind === 'youtube') {
    const { id } = source
    return {
      sources: [
        {
          srcSet: `https://i.ytimg.com/vi_webp/${id}/sddefault.webp`,
          type: 'image/webp',
          media: '(width < 40rem)',
        },
        { srcSet: `https://i.ytimg.com/vi_webp/${id}/maxresdefault.webp`, type: 'image/webp' },
      ],
      src: `https://i.ytimg.com/vi/${id}/maxresdefault.jpg`,
      fallback: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
      imageOrigin: 'https://i.ytimg.com',
      playerOrigin: playerOrigins.youtube,
    }
  }
  if (source.kind === 'vimeo') {
    return {
      sources: [],
      src: `https://vumbnail.com/${source.id}_large.jpg`,
      imageOrigin: 'https://vumbnail.com',
      playerOrigin: playerOrigins.vimeo,
    }
  }
  return { sources: [] }
}
