/** The hosts of the thumbnails. */
export const thumbnailOrigins = { youtube: 'https://i.ytimg.com', vimeo: 'https://vumbnail.com' } as const

/** In pixels: in place of a size that it lacks, YouTube answers with a grey picture this wide. */
export const missingThumbnailWidth = 120

/**
 * The address of a YouTube video's picture, which need not exist in every size.
 * https://github.com/paulirish/lite-youtube-embed/blob/master/youtube-thumbnail-urls.md
 */
export function youtubeThumbnail(
  id: string,
  size: 'hqdefault' | 'sddefault' | 'maxresdefault',
  format: 'jpg' | 'webp' = 'jpg',
): string {
  return `${thumbnailOrigins.youtube}/${format === 'webp' ? 'vi_webp' : 'vi'}/${id}/${size}.${format}`
}

/** The address of a Vimeo video's picture at the thumbnail service (spec 5). */
export function vimeoThumbnail(id: string): string {
  return `${thumbnailOrigins.vimeo}/${id}_large.jpg`
}
