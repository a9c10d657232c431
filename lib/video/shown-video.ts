import { type HostName, hosts } from './hosts/hosts.ts'
import { parseVideoSource } from './parse-video-source.ts'

/** `videoUrl` is the address of a host's player, of a file without a host, or '' without a video. */
export type ShownVideo = { videoUrl: string; host?: HostName }

/** What the page shows for VIDEO_URL. The browser need not know the links of hosts. */
export function shownVideo(address: string): ShownVideo {
  const source = parseVideoSource(address)
  if (source.kind === 'none') return { videoUrl: '' }
  if (source.kind === 'file') return { videoUrl: source.url }
  return { videoUrl: hosts[source.kind].embed(source), host: source.kind }
}
