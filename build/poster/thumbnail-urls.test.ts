import assert from 'node:assert/strict'
import { test } from 'node:test'
import { thumbnailUrls } from './thumbnail-urls.ts'

test('a YouTube video’s picture is looked for from the largest size down', () => {
  assert.deepEqual(thumbnailUrls('https://youtu.be/aqz-KE-bpKQ?t=90'), [
    'https://i.ytimg.com/vi/aqz-KE-bpKQ/maxresdefault.jpg',
    'https://i.ytimg.com/vi/aqz-KE-bpKQ/sddefault.jpg',
    'https://i.ytimg.com/vi/aqz-KE-bpKQ/hqdefault.jpg',
  ])
})

test('a Vimeo video’s picture comes from the thumbnail service', () => {
  assert.deepEqual(thumbnailUrls('https://vimeo.com/304887422/34c51f7a09'), [
    'https://vumbnail.com/304887422:34c51f7a09_large.jpg',
  ])
})

test('any other address is used as the address of the picture', () => {
  assert.deepEqual(thumbnailUrls('https://cdn.example.com/still.png'), ['https://cdn.example.com/still.png'])
})

for (const given of ['still.jpg', '/videos/training.mp4', 'https://www.youtube.com/@channel', '']) {
  test(`“${given}” is refused with an error that says what to give instead`, () => {
    assert.throws(
      () => thumbnailUrls(given),
      /is neither an image file nor the address of a video or a picture/,
    )
  })
}
