import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCaptionsList, readCaptions } from './captions.ts'

const site = 'https://www.example.com'

for (const [name, srcLang, label] of [
  ['training.en.vtt', 'en', 'English'],
  ['training.pt-BR.vtt', 'pt-BR', 'português (Brasil)'],
  ['training.pt-br.vtt', 'pt-BR', 'português (Brasil)'],
  ['training.uz-latn.vtt', 'uz-Latn'],
  ['training.es-419.vtt', 'es-419'],
  ['training.DE.vtt?v=1.fr.vtt', 'de', 'Deutsch'],
  ['training.vtt', 'en', 'English'],
  ['training.en.sdh.vtt', 'en', 'English'],
  ['training.en.cc.vtt', 'en', 'English'],
  ['training.en.hi.vtt', 'en', 'English'],
  ['training.hi.vtt', 'hi', 'हिन्दी'],
  ['training.pt_BR.forced.vtt', 'pt-BR', 'português (Brasil)'],
  ['my.video.de.vtt', 'de', 'Deutsch'],
  ['training.en-US.2.vtt', 'en-US', 'American English'],
  ['training.sdh.vtt', 'en', 'English'],
  ['training.final.vtt', 'en', 'English'],
  ['fr.vtt', 'en', 'English'],
  ['training.web.vtt', 'en', 'English'],
  ['training.qqq.vtt', 'en', 'English'],
  ['training.ger.1080p.vtt', 'de', 'Deutsch'],
  ['training.pt-orig.vtt', 'pt', 'português'],
  ['training.de-auto.vtt', 'de', 'Deutsch'],
  ['training.German.vtt', 'de', 'Deutsch'],
  ['training.spanish.sdh.vtt', 'es', 'español'],
]) {
  test(`the captions ${name} are in ${srcLang}`, () => {
    const { tracks } = readCaptions(`/${name}`, site)
    const [track] = tracks
    assert.deepEqual(tracks, [{ src: `/${name}`, srcLang, label: label ?? track.label, default: true }])
    assert.notEqual(track.label, '')
  })
}

test('captions on the site itself need no CORS, wherever the video is', () => {
  for (const list of ['/a.en.vtt', `${site}/a.en.vtt`, `https://WWW.example.com:443/a.en.vtt`]) {
    const { crossOrigin, tracks } = readCaptions(list, `${site}/`)
    assert.deepEqual([crossOrigin, tracks[0].src], [undefined, '/a.en.vtt'])
  }
})

test('of several captions the first are shown at once', () => {
  const { tracks } = readCaptions('/a.en.vtt, /a.fr.vtt, /a.de.vtt', site)
  assert.deepEqual(
    tracks.map((track) => track.default),
    [true, false, false],
  )
})

test('one captions file on another host makes the player ask by CORS', () => {
  const { crossOrigin, tracks } = readCaptions('/a.en.vtt, https://cdn.example.com/a.fr.vtt?x=1', site)
  assert.equal(crossOrigin, 'anonymous')
  assert.deepEqual(
    tracks.map(({ src }) => src),
    ['/a.en.vtt', 'https://cdn.example.com/a.fr.vtt?x=1'],
  )
})

test('a list names paths and https addresses, and nothing else', () => {
  for (const list of ['/a.vtt', '/a.vtt,/b.vtt', ' /a.vtt , https://cdn.example.com/a.vtt ']) {
    assert.ok(isCaptionsList(list), list)
  }
  for (const list of [
    '',
    ',',
    '/a.vtt,',
    'a.vtt',
    '//cdn.example.com/a.vtt',
    '/\\cdn.example.com/a.vtt',
    'http://cdn.example.com/a.vtt',
    'data:text/vtt,WEBVTT',
  ]) {
    assert.ok(!isCaptionsList(list), list)
  }
})
