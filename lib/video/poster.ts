import { playerOrigins } from './embed-url.ts'
import { parseVideoSource } from './parse-video-source.ts'
import { vimeoThumbnail, youtubeThumbnail } from './thumbnail.ts'

/** The poster's files, which `npm run poster` makes. The operator's own poster files are in this folder of public/. */
export const ownPoster = '/poster'

export const posterFiles = { phone: 'phone.avif', wide: 'wide.avif', jpeg: 'wide.jpg' } as const

/** The picture of the locked video, and the host to which the player will connect. It never holds the video's address. */
export type Poster = {
  sources: { srcSet: string; type?: string; media?: string }[]
  src?: string
  /** The picture to show if the host does not have `src`. The host then answers with a small grey picture, not with an error. */
  fallback?: string
  playerOrigin?: string
}

const phone = '(width < 40rem)'

/** Returns the poster: the files in a folder of public/, else the thumbnail of the video's host, else no picture. */
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
