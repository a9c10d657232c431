import { hosts } from '../../lib/video/hosts/hosts.ts'
import { parseVideoSource } from '../../lib/video/parse-video-source.ts'

/** The best one first. A file's URL stays as it is: it may be a picture. */
export function thumbnailUrls(address: string): string[] {
  const source = parseVideoSource(address)
  if (source.kind !== 'file' && source.kind !== 'none') return hosts[source.kind].thumbnails(source)
  if (source.kind === 'file' && URL.canParse(source.url)) return [source.url]
  throw new Error(`${address} is neither an image file nor the address of a video or a picture.`)
}
