export const thumbnailOrigins = { youtube: 'https://i.ytimg.com', vimeo: 'https://vumbnail.com' } as const

/** If YouTube lacks a size, it answers with a grey picture of this width in pixels. */
export const missingThumbnailWidth = 120

/** Not every size exists: https://github.com/paulirish/lite-youtube-embed/blob/master/youtube-thumbnail-urls.md */
export function youtubeThumbnail(
  id: string,
  size: 'hqdefault' | 'sddefault' | 'maxresdefault',
  format: 'jpg' | 'webp' = 'jpg',
): string {
  return `${thumbnailOrigins.youtube}/${format === 'webp' ? 'vi_webp' : 'vi'}/${id}/${size}.${format}`
}

/** Returns the address of a video's picture at Vimeo's thumbnail service (spec 5). */
export function vimeoThumbnail(id: string): string {
  return `${thumbnailOrigins.vimeo}/${id}_large.jpg`
}
