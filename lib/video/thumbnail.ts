export const thumbnailOrigins = { youtube: 'https://i.ytimg.com', vimeo: 'https://vumbnail.com' } as const

/** If YouTube lacks a size, it sends a grey picture with this width in pixels. */
export const missingThumbnailWidth = 120

/** YouTube lacks some sizes: https://github.com/paulirish/lite-youtube-embed/blob/master/youtube-thumbnail-urls.md */
export function youtubeThumbnail(
  id: string,
  size: 'hqdefault' | 'sddefault' | 'maxresdefault',
  format: 'jpg' | 'webp' = 'jpg',
): string {
  return `${thumbnailOrigins.youtube}/${format === 'webp' ? 'vi_webp' : 'vi'}/${id}/${size}.${format}`
}

/** Returns the URL of a Vimeo video's picture at a thumbnail service (spec 5). */
export function vimeoThumbnail(id: string): string {
  return `${thumbnailOrigins.vimeo}/${id}_large.jpg`
}
