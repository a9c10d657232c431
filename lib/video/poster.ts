import { type HostedPoster, phone } from './hosts/host.ts'
import { hosts } from './hosts/hosts.ts'
import { parseVideoSource } from './parse-video-source.ts'

/** Made by `npm run poster`. */
export const ownPoster = '/poster'

export const posterFiles = { phone: 'phone.avif', wide: 'wide.avif', jpeg: 'wide.jpg' } as const

/** Never contains the video's URL. */
export type Poster = Pick<HostedPoster, 'sources'> & Partial<HostedPoster> & { playerOrigin?: string }

/** From a folder of public/, else the host's thumbnail if it may be shown, else no picture. */
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
