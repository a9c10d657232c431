import assert from 'node:assert/strict'
import { test } from 'node:test'
import { poster } from './poster.ts'

test('a YouTube video shows the high-resolution image of the YouTube image service', () => {
  const { src, sources, fallback } = poster('https://youtu.be/aqz-KE-bpKQ', '')
  assert.equal(src, 'https://i.ytimg.com/vi/aqz-KE-bpKQ/maxresdefault.jpg')
  assert.equal(fallback, 'https://i.ytimg.com/vi/aqz-KE-bpKQ/hqdefault.jpg')
  assert.deepEqual(
    sources.map(({ srcSet }) => new URL(srcSet).pathname),
    ['/vi_webp/aqz-KE-bpKQ/sddefault.webp', '/vi_webp/aqz-KE-bpKQ/maxresdefault.webp'],
  )
})

test('a Vimeo video shows the image of the thumbnail service', () => {
  assert.equal(poster('https://vimeo.com/76979871', '').src, 'https://vumbnail.com/76979871_large.jpg')
})

for (const url of ['https://cdn.example.com/training.mp4', 'https://www.youtube.com/', '']) {
  test(`there is no thumbnail for ${url || 'no video'}`, () => {
    assert.deepEqual(poster(url, ''), { sources: [] })
  })
}

test('with an own poster nothing names the video or its host', () => {
  const text = JSON.stringify(poster('https://youtu.be/aqz-KE-bpKQ', '/poster'))
  assert.doesNotMatch(text, /aqz-KE-bpKQ|youtu|http/)
})
