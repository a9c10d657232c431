export const thumbnailOrigins = { youtube: 'https://i.ytimg.com', vimeo: 'https://vumbnail.com' } as const

/**
 * If YouTube does not have a thumbnail in the requested size, it sends a grey picture that is this many pixels wide.
 */
export const missingThumbnailWidth = 120

/**
 * Not every video on YouTube has a thumbnail in every size:
 * https://github.com/paulirish/lite-youtube-embed/blob/master/youtube-thumbnail-urls.md
 */
export function youtubeThumbnail(
  id: string,
  size: 'hqdefault' | 'sddefault' | 'maxresdefault',
  format: 'jpg' | 'webp' = 'jpg',
): string {
  return `${thumbnailOrigins.youtube}/${format === 'webp' ? 'vi_webp' : 'vi'}/${id}/${size}.${format}`
}

/** Returns the URL of the picture of a Vimeo video. The picture comes from a thumbnail service (spec 5). */
export function vimeoThumbnail(id: string): string {
  return `${thumbnailOrigins.vimeo}/${id}_large.jpg`
}
