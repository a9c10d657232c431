import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownVideo } from './shown-video.ts'

test('a YouTube player starts where the link did, without related videos and without autoplay', () => {
  const { videoUrl, host } = shownVideo('https://youtu.be/aqz-KE-bpKQ?t=1m30s')
  const url = new URL(videoUrl)
  assert.equal(host, 'youtube')
  assert.equal(url.origin + url.pathname, 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ')
  assert.deepEqual(Object.fromEntries(url.searchParams), { rel: '0', enablejsapi: '1', start: '90' })
})

test('a private Vimeo video keeps its hash and start, and Vimeo is asked not to track', () => {
  const { videoUrl, host } = shownVideo('https://vimeo.com/304887422/34c51f7a09#t=3s')
  const url = new URL(videoUrl)
  assert.equal(host, 'vimeo')
  assert.equal(url.origin + url.pathname, 'https://player.vimeo.com/video/304887422')
  assert.deepEqual(Object.fromEntries(url.searchParams), { dnt: '1', h: '34c51f7a09' })
  assert.equal(url.hash, '#t=3s')
})

test('a file is shown by its own address, and without a video the address is empty', () => {
  assert.deepEqual(shownVideo('/training.mp4'), { videoUrl: '/training.mp4' })
  assert.deepEqual(shownVideo('none'), { videoUrl: '' })
})
