import { playerOrigins } from './embed-url.ts'
import { ownPoster } from './own-poster.ts'
import { parseVideoSource } from './parse-video-source.ts'
import { vimeoThumbnail, youtubeThumbnail } from './thumbnail.ts'

/** The picture shown while the video is locked, and what warms up the player behind it. Never the video's address. */
export type Poster = {
  sources: { srcSet: string; type?: string; media?: string }[]
  src?: string
  /** Shown where the host lacks `src`: it answers with a small grey picture instead of an error. */
  fallback?: string
  playerOrigin?: string
}

const phone = '(width < 40rem)'

/**
 * Chooses the poster: the operator's own, from which nothing about the video can be told; else the host's thumbnail in
 * the size that fits the screen; or none for a plain file, which leaves the designed placeholder.
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
  switch (source.kind) {
    case 'youtube':
      return {
        sources: [
          { srcSet: youtubeThumbnail(source.id, 'sddefault', 'webp'), type: 'image/webp', media: phone },
          { srcSet: youtubeThumbnail(source.id, 'maxresdefault', 'webp'), type: 'image/webp' },
        ],
        src: youtubeThumbnail(source.id, 'maxresdefault'),
        fallback: youtubeThumbnail(source.id, 'hqdefault'),
        playerOrigin: playerOrigins.youtube,
      }
    case 'vimeo':
      return { sources: [], src: vimeoThumbnail(source.id), playerOrigin: playerOrigins.vimeo }
    case 'file':
    case 'none':
      return { sources: [] }
  }
}
