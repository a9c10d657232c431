import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { colors } from '../../supabase/functions/_shared/colors.ts'

// From public/icon.svg, for home screens and for browsers without SVG icons.

const publicFolder = join(import.meta.dirname, '../../public')
const vector = await readFile(join(publicFolder, 'icon.svg'))

/** A PNG with a background up to the edges, because systems cut off the corners. `margin` is in pixels. */
const draw = (size: number, margin = 0) => {
  const inner = size - 2 * margin
  return sharp(vector, { density: (72 * inner) / 32 })
    .resize(inner, inner)
    .flatten({ background: colors.primary })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: colors.primary })
}

const small = await draw(48).ensureAlpha().png().toBuffer()
// The header of an ICO file with one picture: https://en.wikipedia.org/wiki/ICO_(file_format)
const header = Buffer.alloc(22)
header.writeUInt16LE(1, 2)
header.writeUInt16LE(1, 4)
header.set([48, 48], 6)
header.writeUInt16LE(1, 10)
header.writeUInt16LE(32, 12)
header.writeUInt32LE(small.length, 14)
header.writeUInt32LE(header.length, 18)

const files = {
  'icon-512.png': await draw(512, 51).png({ palette: true }).toBuffer(),
  'apple-touch-icon.png': await draw(180).png({ palette: true }).toBuffer(),
  'favicon.ico': Buffer.concat([header, small]),
}
for (const [file, bytes] of Object.entries(files)) {
  await writeFile(join(publicFolder, file), bytes)
  console.log(`public/${file}`)
}
