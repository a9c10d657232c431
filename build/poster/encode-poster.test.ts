import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { encodePoster } from './encode-poster.ts'

/** Noise, which is hard to make small. */
const hardPicture = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#468', noise: { type: 'gaussian', sigma: 7 } },
  })
    .png()
    .toBuffer()

test('a picture of any shape becomes 16:9 in two widths, small even when it is hard to encode', async () => {
  const { phone, wide, jpeg, sourceWidth } = await encodePoster(await hardPicture(640, 480))
  assert.equal(sourceWidth, 640)
  for (const [file, format, width, height, maxBytes] of [
    [phone, 'heif', 768, 432, 32_000],
    [wide, 'heif', 1280, 720, 90_000],
    [jpeg, 'jpeg', 1280, 720, 130_000],
  ] as const) {
    const read = await sharp(file).metadata()
    assert.deepEqual([read.format, read.width, read.height], [format, width, height])
    assert.ok(file.length <= maxBytes, `${file.length} bytes`)
  }
})

test('a photo keeps its orientation and tells nothing of where it was taken', async () => {
  const photo = await sharp({ create: { width: 720, height: 1280, channels: 3, background: '#468' } })
    .jpeg()
    .withExif({ IFD0: { Orientation: '6' }, IFD3: { GPSLatitude: '51/1' } })
    .toBuffer()
  const { jpeg } = await encodePoster(photo)
  const { exif, orientation, width, height } = await sharp(jpeg).metadata()
  assert.deepEqual([exif, orientation, width, height], [undefined, undefined, 1280, 720])
})

test('a file that is not a picture is refused', async () => {
  await assert.rejects(encodePoster(Buffer.from('no picture')))
})
