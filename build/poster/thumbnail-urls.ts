import { parseVideoSource } from '../../lib/video/parse-video-source.ts'
import { vimeoThumbnail, youtubeThumbnail } from '../../lib/video/thumbnail.ts'

/**
 * Where the picture of a video may be found, best first; an address that is no hosted video is taken for a picture's.
 * Throws an error that says what to give instead where there can be none.
 */
export function thumbnailUrls(address: string): string[] {
  const source = parseVideoSource(address)
  switch (source.kind) {
    case 'youtube':
      return (['maxresdefault', 'sddefault', 'hqdefault'] as const).map((size) =>
        youtubeThumbnail(source.id, size),
      )
    case 'vimeo':
      return [vimeoThumbnail(source.id)]
    case 'file':
      if (URL.canParse(source.url)) return [source.url]
      break
    case 'none':
      break
  }
  throw new Error(`${address} is neither an image file nor the address of a video or a picture.`)
}
