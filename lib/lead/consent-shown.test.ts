import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { consentTexts, consentVersion } from '../../site/consent-texts.ts'
import { consentId, readConsentShown } from './consent-shown.ts'
import { consentSource, maxSourceBytes } from './consent-source.ts'

const from = {
  legalName: 'Example Ltd',
  postalAddress: '1 Main Street',
  contact: 'hello@example.com',
  links: [{ text: 'Terms', href: 'https://example.com/terms' }, { text: 'Privacy' }],
}
const source = 'Example Ltd, 1 Main Street, hello@example.com Terms: https://example.com/terms'

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

test('a consent is stored with the sender and the links as they were shown', () => {
  const old = consentTexts['2026-11']
  for (const [id, consentText] of [
    [consentId('2026-11', from), `${old} ${source}`],
    // No sender was filled in when the page with this id was built.
    [consentId('2026-11', { links: [] }), old],
  ] as const)
    assert.deepEqual(readConsentShown(id, from), { consentText, consentVersion: '2026-11' })
  assert.equal(readConsentShown(consentId())?.consentVersion, consentVersion)
})

test('a consent to a text that this build does not know is none', () => {
  const moved = consentId('2026-11', { ...from, postalAddress: '2 Main Street' })
  for (const id of ['', '2026-10', '2026-11', `2026-11 ${source}`, moved, 'toString', '__proto__'])
    assert.equal(readConsentShown(id, from), undefined, id)
})

test('a page that named another brand in its consent text has another id, which this build does not know', () => {
  const shown = `${consentTexts['2026-11']} ${source}`
  assert.equal(consentId('2026-11', from), `2026-11.${digest(shown)}`)
  const other = shown.replace(/(?<= from ).+?(?= about )/, 'Brand Climbers')
  assert.notEqual(other, shown)
  assert.equal(readConsentShown(`2026-11.${digest(other)}`, from), undefined)
})

test('the id has the same length whatever the sender, and the longest text fits into the database', () => {
  const href = `https://example.com/${'x'.repeat(maxSourceBytes - source.length + 5)}`
  const longest = { ...from, links: [{ text: 'Terms', href }] }
  assert.equal(consentSource(longest).length, maxSourceBytes)
  assert.ok(consentId('2026-11', longest).length < 40)
  const longestText = Math.max(...Object.values(consentTexts).map((text) => text.length))
  assert.ok(longestText + 1 + maxSourceBytes <= 2_000)
})
