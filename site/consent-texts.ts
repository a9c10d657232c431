import { operator } from './operator.ts'

/** The newest text of this project. It names the brand in words: a changed name must not change what was agreed to before. */
const upstream =
  'By ticking this box I agree to receive recurring automated marketing text messages from Brand Scalers about this training and related offers at the number above. Message frequency varies. Message and data rates may apply. Text HELP for assistance. Reply STOP to unsubscribe. I can withdraw my consent at any time. Consent is not a condition of any purchase.'

/**
 * Every consent text that the form has ever shown, by version. The texts are evidence, so you may add one but must
 * never edit one. The name of a version contains no space. npm run setup writes those with your brand into operator.ts.
 */
export const consentTexts = {
  '2026-11':
    'By ticking this box I agree to receive recurring text messages from Brand Scalers about this training and related offers at the number above. Message frequency varies. Message and data rates may apply. Text HELP for assistance. Reply STOP to unsubscribe. Consent is not a condition of any purchase.',
  '2026-11-23': upstream,
  ...operator.consentTexts,
} as const

export type ConsentVersion = keyof typeof consentTexts

/** The version that the form shows now: your newest one, if you have one. */
export const consentVersion = (Object.keys(operator.consentTexts).at(-1) ?? '2026-11-23') as ConsentVersion
export const consentText: string = consentTexts[consentVersion]

/**
 * The versions whose text also agrees to telling ad platforms who became a customer. `npm run setup -- meta` needs none
 * for the US, Canada and Australia. People of other countries, such as the UK, are told of only with such a text.
 */
export const adConsentVersions: readonly ConsentVersion[] = []
