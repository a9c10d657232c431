import sharp from 'sharp'

export const posterSizes = {
  phone: { width: 768, format: 'avif', maxBytes: 32_000 },
  wide: { width: 1280, format: 'avif', maxBytes: 90_000 },
  jpeg: { width: 1280, format: 'jpeg', maxBytes: 130_000 },
} as const

/**
 * Crops to 16:9, in the sizes and formats of the page. On a phone the play button covers a third, so a phone
 * may have a picture of its own.
 */
export async function encodePoster(picture: Buffer, phonePicture = picture) {
  const { width } = await sharp(picture).metadata()
  const [phone, wide, jpeg] = await Promise.all([
    encodeWithin(phonePicture, posterSizes.phone),
    encodeWithin(picture, posterSizes.wide),
    encodeWithin(picture, posterSizes.jpeg),
  ])
  return { phone, wide, jpeg, sourceWidth: width }
}

type PosterFile = { width: number; format: 'avif' | 'jpeg'; maxBytes: number }

/** Lowers the quality until the file is small enough, down to the lowest acceptable one. */
export async function encodeWithin(picture: Buffer, file: PosterFile, quality = 50): Promise<Buffer> {
  const { width, format, maxBytes } = file
  const image = sharp(picture)
    .autoOrient()
    .resize(width, (width * 9) / 16, { fit: 'cover' })
    .flatten({ background: '#fff' })
  const encoded =
    format === 'avif'
      ? image.avif({ quality: Math.round(quality) })
      : image.jpeg({ quality: Math.round(quality) + 22, mozjpeg: true })
  const bytes = await encoded.toBuffer()
  return bytes.length <= maxBytes || quality < 20 ? bytes : encodeWithin(picture, file, quality * 0.7)
}
