import { hash } from 'node:crypto'
import { type ConsentVersion, consentTexts, consentVersion } from '../../site/consent-texts.ts'
import type { Sender } from '../../site/sender.ts'
import { consentSource } from './consent-source.ts'

/**
 * Returns the id of the consent text that the form shows, which the form sends with the lead. The id names the version
 * and, if there is a sender, the digest of what stands behind the text.
 */
export function consentId(version: ConsentVersion = consentVersion, from?: Sender): string {
  const source = consentSource(from)
  return source ? `${version}.${hash('sha256', source).slice(0, 16)}` : version
}

/**
 * Returns the text and the version that the visitor saw. Returns undefined if this build does not know the id, because
 * a page from before a change of the sender sent it. Nobody knows then to what the visitor agreed.
 */
export function readConsentShown(id: string, from?: Sender) {
  const versions = Object.keys(consentTexts) as ConsentVersion[]
  const version = versions.find((one) => id === one || id === consentId(one, from))
  if (!version) return undefined
  const text = consentTexts[version]
  return { consentText: id === version ? text : `${text} ${consentSource(from)}`, consentVersion: version }
}
