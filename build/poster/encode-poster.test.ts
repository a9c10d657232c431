import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { encodePoster, encodeWithin, posterSizes } from './encode-poster.ts'

test('a photo of any shape becomes 16:9 in two widths, upright, and tells nothing of where it was taken', async () => {
  const plain = (height: number, background: string) =>
    sharp({ create: { width: 720, height, channels: 3, background } }).jpeg()
  // According to its EXIF data, the picture is turned. The top of the stored picture shows the right side of the
  // scene.
  const photo = await plain(1280, 'red')
    .composite([{ input: await plain(640, 'blue').toBuffer(), gravity: 'north' }])
    .withExif({ IFD3: { GPSLatitude: '51/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { phone, wide, jpeg, sourceWidth } = await encodePoster(photo)
  assert.equal(sourceWidth, 720)
  for (const [file, format, width, height] of [
    [phone, 'heif', 768, 432],
    [wide, 'heif', 1280, 720],
    [jpeg, 'jpeg', 1280, 720],
  ] as const) {
    const read = await sharp(file).metadata()
    assert.deepEqual([read.format, read.width, read.height], [format, width, height])
    assert.deepEqual([read.exif, read.orientation], [undefined, undefined])
    const left = await sharp(file)
      .extract({ left: 0, top: 0, width: width / 2 - 20, height })
      .toBuffer()
    const [red, , blue] = (await sharp(left).stats()).channels.map(({ mean }) => mean)
    assert.ok(Number(red) > 200 && Number(blue) < 50, `${red} red, ${blue} blue`)
  }
})

test('a picture of its own is for phones alone', async () => {
  const plain = (background: string) =>
    sharp({ create: { width: 1280, height: 720, channels: 3, background } })
      .png()
      .toBuffer()
  const { phone, wide, jpeg } = await encodePoster(await plain('red'), await plain('blue'))
  for (const [file, isBlue] of [
    [phone, true],
    [wide, false],
    [jpeg, false],
  ] as const) {
    const [, , blue] = (await sharp(file).stats()).channels
    assert.equal(Number(blue?.mean) > 200, isBlue)
  }
})

test('a picture that is hard to encode loses quality until it is small enough', async () => {
  // A picture that shows nothing but noise is hard to compress.
  const noise = { type: 'gaussian', sigma: 30 } as const
  const hard = await sharp({ create: { width: 128, height: 72, channels: 3, background: '#468', noise } })
    .png()
    .toBuffer()
  for (const format of ['avif', 'jpeg'] as const) {
    const free = await encodeWithin(hard, { width: 128, format, maxBytes: 1e6 })
    const maxBytes = Math.round(free.length * 0.8)
    const { length } = await encodeWithin(hard, { width: 128, format, maxBytes })
    assert.ok(length <= maxBytes, `${format}: ${length} bytes`)
  }
})

test('the bounds of the files are those of the page’s budget', () => {
  assert.deepEqual(
    Object.values(posterSizes).map(({ maxBytes }) => maxBytes),
    [32_000, 90_000, 130_000],
  )
})

test('a file that is not a picture is refused', async () => {
  await assert.rejects(encodePoster(Buffer.from('no picture')))
})
