import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { ownPoster } from '../../../lib/video/own-poster.ts'
import type { Seen } from '../seen.ts'
import { readTarget } from '../target.ts'
import { checkPoster } from './poster.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'public-'))
after(() => rmSync(folder, { recursive: true }))
mkdirSync(path.join(folder, 'poster'))

const sentence = (videoUrl: string, html: string) => {
  const page = { kind: 'page', url: '', status: 200, headers: new Headers(), html }
  return checkPoster({ target: readTarget({ VIDEO_URL: videoUrl }), page } as Seen, folder)[0]?.sentence
}

test('without a poster of one’s own the thumbnail of the host is shown, or the placeholder', () => {
  assert.match(
    sentence('https://youtu.be/aqz-KE-bpKQ', '') ?? '',
    /^The thumbnail of the video host is shown; /,
  )
  assert.match(
    sentence('https://cdn.example.com/training.mp4', '') ?? '',
    /^No picture is shown, but the placeholder\.$/,
  )
})

test('a poster that is not complete or not built in is named', () => {
  writeFileSync(path.join(folder, ownPoster.phone), '')
  assert.equal(
    sentence('', ''),
    'public lacks /poster/wide.avif and /poster/wide.jpg, so your own poster is not shown.',
  )
  for (const file of Object.values(ownPoster)) writeFileSync(path.join(folder, file), '')
  assert.equal(
    sentence('', '<img src="https://i.ytimg.com/">'),
    'The page was built without your own poster.',
  )
  assert.match(sentence('', `<img src="${ownPoster.jpeg}">`) ?? '', /^Your own poster is there; /)
})
