import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { cues } from '../../tests/doctor/sound-project.ts'
import { readTarget } from './target.ts'
import { checkVideo, endOf } from './video.ts'

const encode = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')
const token = `eyJhbGciOiJIUzI1NiJ9.${encode({ exp: 1_790_000_000 })}.signature`

const ahead = Math.floor(Date.now() / 1000) + 86_400
const aheadAt = new Date(ahead * 1000).toISOString()

test('the end of a signed address is read, as each host writes it', () => {
  for (const [address, end] of [
    [`https://a.supabase.co/storage/v1/object/sign/v/t.mp4?token=${token}`, '2026-09-21T14:13:20.000Z'],
    [`https://stream.mux.com/a/high.mp4?token=${token}`, '2026-09-21T14:13:20.000Z'],
    [`https://videodelivery.net/${token}/downloads/default.mp4`, '2026-09-21T14:13:20.000Z'],
    [
      'https://b.s3.amazonaws.com/t.mp4?X-Amz-Date=20261128T010000Z&X-Amz-Expires=3600',
      '2026-11-28T02:00:00.000Z',
    ],
    ['https://b.s3.amazonaws.com/t.mp4?Expires=1790000000&Signature=b', '2026-09-21T14:13:20.000Z'],
    ['https://a.blob.core.windows.net/v/t.mp4?se=2026-12-01T00%3A00%3A00Z&sig=x', '2026-12-01T00:00:00.000Z'],
    ['https://a.b-cdn.net/t.mp4?token=abc&expires=1790000000', '2026-09-21T14:13:20.000Z'],
    ['https://a.fbcdn.net/t.mp4?oe=6AB23F00', '2026-09-22T08:40:32.000Z'],
    [`https://a.akamaized.net/t.mp4?hdnts=st=1~exp=${ahead}~acl=/*~hmac=b`, aheadAt],
    [`https://a.example/t.mp4?exp=${ahead}~acl=/*~hmac=b`, aheadAt],
    [`https://a.example/t.mp4?auth_key=${ahead}-0-0-b`, aheadAt],
    [`https://a.example/t.mp4?q-sign-time=1700000000;${ahead}&q-signature=b`, aheadAt],
    [`https://a.example/t.mp4?verify=${ahead}-b%3D`, aheadAt],
    [`https://a.example/bcdn_token=b&expires=${ahead}&token_path=%2F/t.mp4`, aheadAt],
    [`https://a.example/t.mp4?valid_until=${ahead}`, aheadAt],
    [`https://a.example/t.mp4?token=b&expires=${ahead}000`, aheadAt],
    [
      'https://a.example/t.mp4?Expires=Tue%2C%2001%20Sep%202026%2000%3A00%3A00%20GMT',
      '2026-09-01T00:00:00.000Z',
    ],
    ['https://a.example/1700000000/t.mp4?v=1700000000&id=9999999999', undefined],
    ['https://a.example/t.mp4?v=2', undefined],
    ['/training.mp4', undefined],
  ] as const)
    assert.equal(endOf(address)?.toISOString(), end, address)
})

test('each captions file is checked, not the first alone', async (t) => {
  t.after(() => mock.restoreAll())
  const captions = { 'content-type': 'text/vtt' }
  mock.method(globalThis, 'fetch', async (address: string | URL) => {
    const { pathname } = new URL(address)
    if (pathname === '/a.mp4')
      return new Response('', { status: 206, headers: { 'content-type': 'video/mp4' } })
    return pathname === '/a.en.vtt'
      ? new Response(cues, { headers: captions })
      : new Response('', { status: 404 })
  })
  const variables = { VIDEO_URL: 'https://training.example/a.mp4', VIDEO_CAPTIONS_URL: '/a.en.vtt,/a.fr.vtt' }
  const results = await checkVideo(
    readTarget({ ...variables, SITE_URL: 'https://training.example' }),
    undefined,
  )
  assert.deepEqual(
    results.map(({ status, sentence }) => `${status}: ${sentence}`),
    [
      'ok: The video file loads.',
      'ok: The captions file for English comes with one cue.',
      'fault: The captions file for français does not load (404).',
    ],
  )
})
