import { type HostedPoster, phone } from './hosts/host.ts'
import { hosts } from './hosts/hosts.ts'
import { parseVideoSource } from './parse-video-source.ts'

/** `npm run poster` makes these files. */
export const ownPoster = '/poster'

export const posterFiles = { phone: 'phone.avif', wide: 'wide.avif', jpeg: 'wide.jpg' } as const

/** A poster never contains the URL of the video. */
export type Poster = Pick<HostedPoster, 'sources'> & Partial<HostedPoster> & { playerOrigin?: string }

/**
 * Returns the poster from a folder of public/. If there is no folder, returns the thumbnail from the host of the
 * video. If there is no thumbnail that may be shown either, returns no picture.
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
  if (source.kind === 'file' || source.kind === 'none') return { sources: [] }
  const host = hosts[source.kind]
  return { sources: [], ...host.poster(source), playerOrigin: host.playerOrigin }
}
