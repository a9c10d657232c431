import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCases } from '../../tests/kit/read-cases.ts'
import { parseVideoSource } from './parse-video-source.ts'

for (const [url = '', kind, id] of readCases(new URL('../../tests/cases/video-urls.tsv', import.meta.url))) {
  test(`${url || 'an empty address'} is ${kind === 'none' ? 'unrecognised' : `a ${kind} ${id}`}`, () => {
    const source = parseVideoSource(url)
    assert.equal(source.kind, kind)
    assert.equal('id' in source ? source.id : '', id)
  })
}

for (const [url = '', kind, id, hash, start] of readCases(
  new URL('../../tests/cases/video-params.tsv', import.meta.url),
)) {
  test(`${url} keeps its ${hash ? 'private hash' : 'start time'}`, () => {
    const expected = { kind, id, ...(hash && { hash }), ...(start && { start: Number(start) }) }
    assert.deepEqual(parseVideoSource(url), expected)
  })
}

test('an id of ten or twelve characters is unrecognised in each form of a link', () => {
  for (const id of ['dQw4w9WgXc', 'dQw4w9WgXcQQ'])
    for (const place of ['youtube.com/watch?v=', 'youtube.com/embed/', 'youtube.com/v/', 'youtu.be/'])
      assert.deepEqual(parseVideoSource(`https://${place}${id}`), { kind: 'none' }, place + id)
})

test('a root-relative path plays as a file', () => {
  assert.deepEqual(parseVideoSource('/training.mp4'), { kind: 'file', url: '/training.mp4' })
})

for (const url of ['data:video/mp4;base64,AAAA', 'ftp://example.com/a.mp4', 'training.mp4']) {
  test(`${url} is unrecognised`, () => assert.equal(parseVideoSource(url).kind, 'none'))
}

for (const url of [
  'https://player.vimeo.com/external/304887422.hd.mp4?s=34c51f7a09&profile_id=175',
  'https://player.vimeo.com/external/304887422.m3u8?s=34c51f7a09',
  'https://player.vimeo.com/progressive_redirect/playback/304887422/rendition/1080p/file.mp4?loc=external',
]) {
  test(`${url}, a file of Vimeo, plays in the video element`, () => {
    assert.deepEqual(parseVideoSource(url), { kind: 'file', url })
  })
}

for (const url of [
  'https://www.youtube.com/embed/videoseries?list=PL46F0A159EC02DF82',
  'https://www.youtube-nocookie.com/embed/videoseries?list=PL46F0A159EC02DF82',
  'https://www.youtube.com/embed/live_stream?channel=UCzQUP1qoWDoEbmsQxvdjxgQ',
  'https://www.youtube.com/playlist?list=PL46F0A159EC02DF82',
  'https://www.youtube.com/clip/UgkxHRb7B9fPhfAHRb7B9fPhfA',
  'https://vimeo.com/showcase/7008490',
  'https://vimeo.com/event/1234567',
]) {
  test(`${url} names no single video`, () => assert.deepEqual(parseVideoSource(url), { kind: 'none' }))
}

for (const [url, id] of [
  ['https://vimeo.com/showcase/7008490/video/304887422', '304887422'],
  ['https://vimeo.com/manage/videos/304887422', '304887422'],
  ['https://vimeo.com/ondemand/training/304887422', '304887422'],
] as const) {
  test(`${url} is the Vimeo video ${id}`, () =>
    assert.deepEqual(parseVideoSource(url), { kind: 'vimeo', id }))
}

test('an embed code is read with what stands around it', () => {
  for (const [code, source] of [
    [
      "<style>.a{}</style><div class='a'><iframe src='https://player.vimeo.com/video/124866675'></iframe></div>",
      { kind: 'vimeo', id: '124866675' },
    ],
    [
      '<iframe src="https://player.vimeo.com/video/304887422?badge=0&amp;h=34c51f7a09&amp;app_id=1"></iframe>',
      { kind: 'vimeo', id: '304887422', hash: '34c51f7a09' },
    ],
    [
      '<div><iframe data-src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe></div>',
      { kind: 'youtube', id: 'dQw4w9WgXcQ' },
    ],
    [
      '<iframe title="a > b" src="https://player.vimeo.com/video/304887422?title=0&#038;h=34c51f7a09"></iframe>',
      { kind: 'vimeo', id: '304887422', hash: '34c51f7a09' },
    ],
    ['<video controls><source src="/a.mp4" type="video/mp4"></video>', { kind: 'file', url: '/a.mp4' }],
    ['<script src="https://fast.wistia.com/x.js"></script>', { kind: 'none' }],
    [
      '<object data="https://www.youtube.com/embed/dQw4w9WgXcQ"></object>',
      { kind: 'youtube', id: 'dQw4w9WgXcQ' },
    ],
    ['<lite-youtube videoid="dQw4w9WgXcQ"></lite-youtube>', { kind: 'youtube', id: 'dQw4w9WgXcQ' }],
    ['<div data-vimeo-id="124866675" data-vimeo-width="640"></div>', { kind: 'vimeo', id: '124866675' }],
    [
      '<script src="https://player.vimeo.com/api/player.js"></script><iframe data-lazy-src="https://player.vimeo.com/video/124866675?h=34c51f7a09" src="about:blank"></iframe>',
      { kind: 'vimeo', id: '124866675', hash: '34c51f7a09' },
    ],
    ['![a](https://youtu.be/dQw4w9WgXcQ)', { kind: 'youtube', id: 'dQw4w9WgXcQ' }],
    ['[youtube https://www.youtube.com/watch?v=dQw4w9WgXcQ]', { kind: 'youtube', id: 'dQw4w9WgXcQ' }],
    ['<https://youtu.be/dQw4w9WgXcQ>', { kind: 'youtube', id: 'dQw4w9WgXcQ' }],
    ['Our film: https://youtu.be/dQw4w9WgXcQ.', { kind: 'youtube', id: 'dQw4w9WgXcQ' }],
    ['<iframe src=\\"https://www.youtube.com/embed/dQw4w9WgXcQ\\">', { kind: 'youtube', id: 'dQw4w9WgXcQ' }],
    ['<iframe src=”https://www.youtube.com/embed/dQw4w9WgXcQ”>', { kind: 'youtube', id: 'dQw4w9WgXcQ' }],
    ['[vimeo 124866675 w=640]', { kind: 'vimeo', id: '124866675' }],
    ['{{< youtube dQw4w9WgXcQ >}}', { kind: 'youtube', id: 'dQw4w9WgXcQ' }],
    ['Our film: https://vimeo.com/ndcconferences', { kind: 'none' }],
    ['[a](https://a.example/a.mp4)', { kind: 'file', url: 'https://a.example/a.mp4' }],
  ] as const)
    assert.deepEqual(parseVideoSource(code), source, code)
})

test('an address that was copied from code keeps its hash and its time', () => {
  const vimeo = { kind: 'vimeo', id: '304887422', hash: '34c51f7a09' }
  for (const [address, source] of [
    ['https://player.vimeo.com/video/304887422?badge=0&amp;h=34c51f7a09&amp;app_id=1', vimeo],
    ['https://player.vimeo.com/video/304887422?badge=0&#038;h=34c51f7a09', vimeo],
    ['https://player.vimeo.com/video/304887422?badge=0&amp;amp;h=34c51f7a09', vimeo],
    ['https://player.vimeo.com/video/304887422?badge=0\\u0026h=34c51f7a09', vimeo],
    ['"https://player.vimeo.com/video/304887422?h=34c51f7a09"', vimeo],
    [
      'https://www.youtube.com/watch?feature=shared&amp;v=aqz-KE-bpKQ&amp;t=90',
      { kind: 'youtube', id: 'aqz-KE-bpKQ', start: 90 },
    ],
    ['https://a.example/a.mp4?x=1&amp;y=2', { kind: 'file', url: 'https://a.example/a.mp4?x=1&y=2' }],
    ['https://a.example/a.mp4?t=R%26amp%3BB', { kind: 'file', url: 'https://a.example/a.mp4?t=R%26amp%3BB' }],
  ] as const)
    assert.deepEqual(parseVideoSource(address), source, address)
})
