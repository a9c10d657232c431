import { parseVideoSource } from '../../lib/video/parse-video-source.ts'

/**
 * Where the picture of a video may be found, best first; an address that is no hosted video is taken for a picture's.
 * Throws an error that says what to give instead where there can be none.
 * https://github.com/paulirish/lite-youtube-embed/blob/master/youtube-thumbnail-urls.md
 */
export function thumbnailUrls(address: string): string[] {
  const source = parseVideoSource(address)
  if (source.kind === 'youtube') {
    return ['maxresdefault', 'sddefault', 'hqdefault'].map(
      (size) => `https://i.ytimg.com/vi/${source.id}/${size}.jpg`,
    )
  }
  if (source.kind === 'vimeo') return [`https://vumbnail.com/${source.id}_large.jpg`]
  if (source.kind === 'file' && URL.canParse(source.url)) return [source.url]
  throw new Error(`${address} is neither an image file nor the address of a video or a picture.`)
}
