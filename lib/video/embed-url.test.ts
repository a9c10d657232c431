import assert from 'node:assert/strict'
import { test } from 'node:test'
import { embedUrl } from './embed-url.ts'

test('a YouTube player starts where the link did, without related videos and without autoplay', () => {
  const url = new URL(embedUrl({ kind: 'youtube', id: 'aqz-KE-bpKQ', start: 90 }))
  assert.equal(url.origin + url.pathname, 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ')
  assert.deepEqual(Object.fromEntries(url.searchParams), { rel: '0', enablejsapi: '1', start: '90' })
})

test('a private Vimeo video keeps its hash and start, and Vimeo is asked not to track', () => {
  const url = new URL(embedUrl({ kind: 'vimeo', id: '304887422', hash: '34c51f7a09', start: 3 }))
  assert.equal(url.origin + url.pathname, 'https://player.vimeo.com/video/304887422')
  assert.deepEqual(Object.fromEntries(url.searchParams), { dnt: '1', h: '34c51f7a09' })
  assert.equal(url.hash, '#t=3s')
})
