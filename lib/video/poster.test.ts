import assert from 'node:assert/strict'
import { test } from 'node:test'
import { thumbnailUrls } from '../../build/poster/thumbnail-urls.ts'
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

// biome-ignore format: a table, a line for each
for (const [url, hash] of [
  ['https://vimeo.com/579958628/c8b4fb043c', 'c8b4fb043c'],
  ['https://player.vimeo.com/video/579958628?h=c8b4fb043c', 'c8b4fb043c'],
  ['https://player.vimeo.com/video/579958628?badge=0&h=c8b4fb043c&app_id=58479', 'c8b4fb043c'],
  ['<iframe src="https://player.vimeo.com/video/579958628?badge=0&amp;h=c8b4fb043c" width="640"></iframe>', 'c8b4fb043c'],
  ['https://vimeo.com/manage/videos/579958628/c8b4fb043c', 'c8b4fb043c'],
  ['https://vimeo.com/579958628/c8b4fb043c?share=copy', 'c8b4fb043c'],
  ['https://vimeo.com/579958628:c8b4fb043c', 'c8b4fb043c'],
  ['vimeo.com/579958628/c8b4fb043c#t=30s', 'c8b4fb043c'],
  ['https://vimeo.com/channels/staffpicks/579958628', undefined],
  ['https://vimeo.com/showcase/11/video/579958628?share=copy', undefined],
  ['https://player.vimeo.com/video/579958628?dnt=1', undefined],
] as const)
  test(`before the unlock, the page names no hash of ${url}`, () => {
    const { src, playerOrigin } = poster(url, '')
    assert.equal(src, hash ? undefined : 'https://vumbnail.com/579958628_large.jpg')
    assert.equal(playerOrigin, 'https://player.vimeo.com')
    assert.deepEqual(thumbnailUrls(url), [`https://vumbnail.com/579958628${hash ? `:${hash}` : ''}_large.jpg`])
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
