import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brand } from '../../site/brand.ts'
import { consentTexts } from '../../site/consent-texts.ts'

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
