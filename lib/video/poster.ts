import { playerOrigins } from './embed-url.ts'
import { parseVideoSource } from './parse-video-source.ts'
import { vimeoThumbnail, youtubeThumbnail } from './thumbnail.ts'

/** The folder of public/ that contains the poster files of the operator. `npm run poster` makes these files. */
export const ownPoster = '/poster'

export const posterFiles = { phone: 'phone.avif', wide: 'wide.avif', jpeg: 'wide.jpg' } as const

/**
 * The picture that is shown on the locked video, and the origin of the player that follows it. A poster never
 * contains the URL of the video.
 */
export type Poster = {
  sources: { srcSet: string; type?: string; media?: string }[]
  src?: string
  /**
   * The picture to show if the host does not have `src`. For a missing picture, the host does not send an error but a
   * small grey picture.
   */
  fallback?: string
  playerOrigin?: string
}

const phone = '(width < 40rem)'

/**
 * Returns the poster from a folder of public/. If there is no folder, returns the thumbnail from the host of the
 * video. If there is no thumbnail either, returns no picture.
 */
export function poster(videoUrl: string, folder: string): Poster {
  if (folder) {
    return {
      sources: [
        { srcSet: `${folder}/${posterFiles.phone}`, type: 'image/avif', media: phone },
        { srcSet: `${folder}/${posterFiles.wide}`, type: 'image/avif' },
      ],
      src: `${folder}/${posterFiles.jpeg}`,
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
