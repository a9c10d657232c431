import { parseVideoSource } from '../../lib/video/parse-video-source.ts'
import { vimeoThumbnail, youtubeThumbnail } from '../../lib/video/thumbnail.ts'

/**
 * Returns the URLs of the thumbnails of a video, the best one first. If the address is the URL of a file, returns
 * this URL, because the file may be a picture.
 */
export function thumbnailUrls(address: string): string[] {
  const source = parseVideoSource(address)
  if (source.kind === 'youtube')
    return (['maxresdefault', 'sddefault', 'hqdefault'] as const).map((size) =>
      youtubeThumbnail(source.id, size),
    )
  if (source.kind === 'vimeo') return [vimeoThumbnail(source.id)]
  if (source.kind === 'file' && URL.canParse(source.url)) return [source.url]
  throw new Error(`${address} is neither an image file nor the address of a video or a picture.`)
}
