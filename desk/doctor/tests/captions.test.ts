import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, beforeEach, test } from 'node:test'
import { testSettings } from '../../../proof/harness/test-settings.ts'
import { throwAwayCertificate } from '../../../proof/page/certificate.ts'
import { checkCaptions } from '../page/captions.ts'
import type { Seen } from '../seen.ts'
import { checkSiteVariables } from '../settings/site-variables.ts'
import { readTarget } from '../target.ts'
import { trust } from './trust.ts'

const certificate = throwAwayCertificate()
trust(certificate.cert, '127.0.0.1')

type Answer = { status?: number; headers?: Record<string, string>; body?: string }
const vtt = { 'content-type': 'text/vtt; charset=utf-8' }
const cues = 'WEBVTT\n\n00:01.000 --> 00:04.000\nHello.\n\n1:00:05.000 --> 01:00:06.000\nBye.\n'
const sound = { '/training.en.vtt': { headers: vtt, body: cues }, '/training.mp4': { status: 206 } }
let answers: Record<string, Answer> = {}
beforeEach(() => {
  answers = structuredClone(sound)
})

const server = createServer(certificate, ({ url = '' }, response) => {
  const { status = 200, headers, body } = answers[url] ?? { status: 404 }
  response.writeHead(status, headers).end(body)
}).listen(0)
await once(server, 'listening')
after(() => server.close())
const { port } = server.address() as AddressInfo
/** The page's origin, and another one. */
const [site, host] = [`https://localhost:${port}`, `https://127.0.0.1:${port}`]
const shared = { 'access-control-allow-origin': site }

async function examine(captions: string, video = `${host}/training.mp4`) {
  const target = readTarget({ SITE_URL: site, VIDEO_URL: video, VIDEO_CAPTIONS_URL: captions })
  const page = { kind: 'page', url: `${site}/`, status: 200, headers: new Headers(), html: '' }
  return (await checkCaptions({ target, page } as Seen)).map(
    ({ status, sentence }) => `${status}: ${sentence}`,
  )
}

test('captions on the site itself are well beside a video of another host, whatever that allows', async () => {
  const found = ['ok: The captions file for English comes with one cue.']
  assert.deepEqual(await examine('/training.en.vtt'), found)
  assert.deepEqual(await examine(`${site}/training.en.vtt`), found)
})

test('captions of another host are well when captions and video are allowed to the page', async () => {
  answers['/training.en.vtt'] = { headers: { ...vtt, ...shared }, body: `\uFEFF${cues}` }
  answers['/training.mp4'] = { status: 206, headers: shared }
  assert.deepEqual(await examine(`${host}/training.en.vtt`), [
    'ok: The captions file for English comes with one cue.',
    'ok: The video file may be played beside captions of another host.',
  ])
})

/** What is wrong with the file, and the sentence that tells of it. */
const broken: [string, Answer, string][] = [
  ['a file that is not there', { status: 404 }, 'does not come (404).'],
  [
    'an SRT file',
    { headers: vtt, body: '1\n00:00:01,000 --> 00:00:04,000\nHello.' },
    'does not begin with WEBVTT.',
  ],
  ['a word that only begins so', { headers: vtt, body: `WEBVTTX${cues}` }, 'does not begin with WEBVTT.'],
  ['a file without a cue', { headers: vtt, body: 'WEBVTT\n\nNOTE 00:01 --> 00:04\n' }, 'has no cue.'],
  [
    'a file of another type',
    { headers: { 'content-type': 'text/plain' }, body: cues },
    'comes as text/plain, not as text/vtt.',
  ],
  ['a file without a type', { body: cues }, 'comes as a file without a content type, not as text/vtt.'],
]

for (const [what, answer, sentence] of broken) {
  test(`it names ${what}`, async () => {
    answers['/training.en.vtt'] = answer
    assert.deepEqual(await examine('/training.en.vtt'), [`fault: The captions file for English ${sentence}`])
  })
}

test('it names captions and a video that their host does not allow to the page', async () => {
  answers['/training.en.vtt'] = { headers: { ...vtt, 'access-control-allow-origin': host }, body: cues }
  assert.deepEqual(await examine(`${host}/training.en.vtt`), [
    'fault: The captions file for English comes without the header Access-Control-Allow-Origin for the page, so browsers do not show it.',
    'fault: The video does not play: with captions of another host its own host must send Access-Control-Allow-Origin too.',
  ])
})

test('it names a video that does not come, and each file of several', async () => {
  answers['/training.en.vtt'] = { headers: { ...vtt, ...shared }, body: cues }
  assert.deepEqual(await examine(`${host}/training.en.vtt,/training.pt-br.vtt`, '/gone.mp4'), [
    'ok: The captions file for English comes with one cue.',
    'fault: The captions file for português (Brasil) does not come (404).',
    'fault: The video file does not come (404).',
  ])
})

test('it names a host that does not answer', async () => {
  const { pagePort } = await testSettings()
  const [first] = await examine(`https://127.0.0.1:${pagePort}/training.en.vtt`)
  assert.equal(first, 'fault: The captions file for English does not come (ECONNREFUSED).')
})

test('without captions it says what cannot be seen, and of a host’s video nothing', async () => {
  assert.match((await examine('')).join(), /^unseen: The video file has no captions beside it, /)
  assert.deepEqual(await examine('', 'https://youtu.be/aqz-KE-bpKQ'), [])
})

test('captions beside a host’s video are a fault of the variables', () => {
  const target = readTarget({ VIDEO_URL: 'https://youtu.be/aqz-KE-bpKQ', VIDEO_CAPTIONS_URL: '/a.vtt' })
  const [result] = checkSiteVariables({ target } as Seen)
  assert.match(result?.sentence ?? '', /^VIDEO_CAPTIONS_URL needs a file in VIDEO_URL: /)
})
