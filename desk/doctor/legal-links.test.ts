import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { legalPages } from '../../tests/doctor/sound-project.ts'
import { checkLegalLinks } from './legal-links.ts'
import { readTarget } from './target.ts'

/** What the doctor says about terms, or another page, with this text. */
async function readLink(text: string, name: string) {
  const fetched = mock.method(globalThis, 'fetch', async () => new Response(text))
  const target = readTarget({}, { sender: { links: [{ text: name, href: '/legal' }] } })
  const results = await checkLegalLinks(target, 'https://training.example/')
  fetched.mock.restore()
  return results.map(({ status, sentence }) => `${status}: ${sentence}`)
}

test('everything that the terms lack is named at once', async () => {
  const terms = legalPages['/terms']
  assert.deepEqual(await readLink(terms, 'Terms'), [
    "ok: Terms is linked and says what a carrier's reviewer looks for.",
  ])
  const short = terms.replace(/HELP for help or/, '').replace(/Message and data rates may apply\./, '')
  assert.deepEqual(await readLink(short, 'Terms'), [
    'fault: Terms does not say: that message and data rates may apply.',
    'fault: Terms does not say: HELP.',
  ])
})

test('a privacy page that does not deny that mobile data is shared is a fault', async () => {
  const privacy = legalPages['/privacy']
  assert.deepEqual(await readLink(privacy, 'Privacy'), [
    "ok: Privacy is linked and says what a carrier's reviewer looks for.",
  ])
  const silent = privacy.replace(/No mobile information .*? purposes\./, 'We store them in Ireland.')
  assert.deepEqual(await readLink(silent, 'Privacy'), [
    'fault: Privacy does not say: that mobile data is not shared.',
  ])
})
