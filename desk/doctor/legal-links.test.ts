import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { legalPages } from '../../tests/doctor/sound-project.ts'
import { checkLegalLinks } from './legal-links.ts'
import { readTarget } from './target.ts'

/** What the doctor says about terms with this text. */
async function readTerms(text: string) {
  const fetched = mock.method(globalThis, 'fetch', async () => new Response(text))
  const target = readTarget({}, { sender: { links: [{ text: 'Terms', href: '/terms' }] } })
  const results = await checkLegalLinks(target, 'https://training.example/')
  fetched.mock.restore()
  return results.map(({ status, sentence }) => `${status}: ${sentence}`)
}

test('everything that the terms lack is named at once', async () => {
  const terms = legalPages['/terms']
  assert.deepEqual(await readTerms(terms), [
    "ok: Terms is linked and says what a carrier's reviewer looks for.",
  ])
  const short = terms.replace(/HELP for help or/, '').replace(/Message and data rates may apply\./, '')
  assert.deepEqual(await readTerms(short), [
    'fault: Terms does not say: that message and data rates may apply.',
    'fault: Terms does not say: HELP.',
  ])
})
