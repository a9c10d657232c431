import { playerOrigins } from './embed-url.ts'
import { ownPoster } from './own-poster.ts'
import { parseVideoSource } from './parse-video-source.ts'

/** The picture shown while the video is locked, and what warms up the player behind it. Never the video's address. */
export type Poster = {
  sources: { srcSet: string; type?: string; media?: string }[]
  src?: string
  /** Shown when the host has no such size: it answers with a grey 120x90 picture instead of an error. */
  fallback?: string
  playerOrigin?: string
}

const phone = '(width < 40rem)'

/**
 * Chooses the poster: the operator's own, from which nothing about the video can be told; else the host's thumbnail in
 * the size that fits the screen; or none for a plain file, which leaves the designed placeholder.
 * https://github.com/paulirish/lite-youtube-embed/blob/master/youtube-thumbnail-urls.md
 */
export function poster(videoUrl: string, isSealed: boolean): Poster {
  if (isSealed) {
    return {
      sources: [
        { srcSet: ownPoster.phone, type: 'image/avif', media: phone },
        { srcSet: ownPoster.wide, type: 'image/avif' },
      ],
      src: ownPoster.jpeg,
    }
  }
  const source = parseVideoSource(videoUrl)
  if (source.kind === 'youtube') {
    const { id } = source
    return {
      sources: [
        {
          srcSet: `https://i.ytimg.com/vi_webp/${id}/sddefault.webp`,
          type: 'image/webp',
          media: phone,
        },
        { srcSet: `https://i.ytimg.com/vi_webp/${id}/maxresdefault.webp`, type: 'image/webp' },
      ],
      src: `https://i.ytimg.com/vi/${id}/maxresdefault.jpg`,
      fallback: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
      playerOrigin: playerOrigins.youtube,
    }
  }
  if (source.kind === 'vimeo') {
    return {
      sources: [],
      src: `https://vumbnail.com/${source.id}_large.jpg`,
      playerOrigin: playerOrigins.vimeo,
    }
  }
  return { sources: [] }
}
