// biome-ignore-all format: npm run setup writes the object below as JSON.

/** The answers to npm run setup. 'none' leaves something out. The texts are by version, as in consent-texts.ts. */
export type Operator = {
  brand?: string
  legalName?: string
  postalAddress?: string
  contact?: string
  terms?: string
  privacy?: string
  booking?: string
  consentTexts: Record<string, string>
  confirmationTexts: Record<string, string>
}

/**
 * Your answers, which npm run setup asks for and writes here. It asks again for a line that you remove. Never edit or
 * remove a text.
 */
export const operator = {
  "consentTexts": {},
  "confirmationTexts": {}
} as const satisfies Operator
