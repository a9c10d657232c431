import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brand } from '../../supabase/functions/_shared/brand.ts'
import { consentShown, consentTexts, readConsentShown } from './consent-texts.ts'

/** The text of each version that visitors have seen. A new version needs a new entry. Old entries never change. */
const shown = {
  '2026-11':
    'By ticking this box I agree to receive recurring text messages from (brand) about this training and related offers at the number above. Message frequency varies. Message and data rates may apply. Text HELP for assistance. Reply STOP to unsubscribe. Consent is not a condition of any purchase.',
  '2026-11-23':
    'By ticking this box I agree to receive recurring automated marketing text messages from (brand) about this training and related offers at the number above. Message frequency varies. Message and data rates may apply. Text HELP for assistance. Reply STOP to unsubscribe. I can withdraw my consent at any time. Consent is not a condition of any purchase.',
}

test('no consent text that was ever shown is edited or removed', () => {
  const texts = Object.entries(consentTexts).map(([version, text]) => [
    version,
    text.replace(brand, '(brand)'),
  ])
  assert.deepEqual(Object.fromEntries(texts), shown)
})

test('a consent is stored with the sender and the links as they were shown, and never with others', () => {
  const from = {
    legalName: 'Example Ltd',
    postalAddress: '1 Main Street',
    contact: 'hello@example.com',
    links: [{ text: 'Terms', href: 'https://example.com/terms' }, { text: 'Privacy' }],
  }
  const source = 'Example Ltd, 1 Main Street, hello@example.com Terms: https://example.com/terms'
  const old = consentTexts['2026-11']
  for (const [shown, text] of [
    [`2026-11 ${source}`, `${old} ${source}`],
    ['2026-11', old],
    [`2026-11 ${source} `, `${old} ${source}`],
  ] as const)
    assert.deepEqual(readConsentShown(shown, from), { consentText: text, consentVersion: '2026-11' })
  for (const shown of ['', '2026-10', '2026-11 Other Ltd', `2026-11 ${source}.`, 'toString', ` ${source}`])
    assert.deepEqual(readConsentShown(shown, from), {}, shown)
  assert.deepEqual(readConsentShown(consentShown).consentVersion, consentShown.split(' ')[0])
})
