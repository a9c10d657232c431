import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestOfText } from '../../desk/setup/site-file.ts'
import { brand } from '../../site/brand.ts'
import { confirmationTexts, confirmationVersion } from '../../site/confirmation-texts.ts'
import { consentText, consentTexts, consentVersion } from '../../site/consent-texts.ts'
import { operator } from '../../site/operator.ts'
import { read } from './documents.ts'

/** The texts of each version that visitors have seen. A new version needs a new entry. Old entries never change. */
const shown = {
  '2026-11':
    'By ticking this box I agree to receive recurring text messages from Brand Scalers about this training and related offers at the number above. Message frequency varies. Message and data rates may apply. Text HELP for assistance. Reply STOP to unsubscribe. Consent is not a condition of any purchase.',
  '2026-11-23':
    'By ticking this box I agree to receive recurring automated marketing text messages from Brand Scalers about this training and related offers at the number above. Message frequency varies. Message and data rates may apply. Text HELP for assistance. Reply STOP to unsubscribe. I can withdraw my consent at any time. Consent is not a condition of any purchase.',
  'confirmation 2026-11':
    'By pressing the button I confirm that the phone number in the mail that led me here is mine, and I agree to receive recurring text messages from Brand Scalers about this training and related offers at that number. Message frequency varies. Message and data rates may apply. Text HELP for assistance. Reply STOP to unsubscribe. Consent is not a condition of any purchase.',
  'confirmation 2026-11-23':
    'By pressing the button I confirm that the phone number in the mail that led me here is mine, and I agree to receive recurring automated marketing text messages from Brand Scalers about this training and related offers at that number. Message frequency varies. Message and data rates may apply. Text HELP for assistance. Reply STOP to unsubscribe. I can withdraw my consent at any time. Consent is not a condition of any purchase.',
}

test('no consent text that was ever shown is edited or removed', () => {
  const own = { ...operator.consentTexts, ...operator.confirmationTexts }
  assert.deepEqual({ ...consentTexts, ...confirmationTexts }, { ...shown, ...own })
})

test('nothing but its own words decides what a consent text says', () => {
  for (const file of ['consent-texts', 'confirmation-texts'])
    assert.doesNotMatch(read(`site/${file}.ts`), /^import(?! \{ operator \})|\$\{/m)
  assert.doesNotMatch(read('site/operator.ts'), /^import|\$\{/m)
  // The name of a version ends with a digest of its text, so an edit is seen.
  const own: Record<string, string> = { ...operator.consentTexts, ...operator.confirmationTexts }
  for (const [version, text] of Object.entries(own)) assert.ok(version.endsWith(digestOfText(text)), version)
})

test('the consent texts that are shown now name the brand', () => {
  assert.equal(consentTexts[consentVersion], consentText)
  for (const text of [consentText, confirmationTexts[confirmationVersion]])
    assert.ok(text.includes(` from ${brand} `), text)
})
