import { hash } from 'node:crypto'
import { type ConsentVersion, consentTexts, consentVersion } from '../../site/consent-texts.ts'
import type { Sender } from '../../site/sender.ts'
import { consentSource } from './consent-source.ts'

const idOf = (version: ConsentVersion, shown: string) => `${version}.${hash('sha256', shown).slice(0, 16)}`

const shownWith = (version: ConsentVersion, from?: Sender) =>
  `${consentTexts[version]} ${consentSource(from)}`.trim()

/**
 * Returns the id of the consent text that the form shows, which the form sends with the lead. The id has the version
 * and a digest of all that the visitor reads: the text, which names the brand, and the sender behind it.
 */
export const consentId = (version: ConsentVersion = consentVersion, from?: Sender): string =>
  idOf(version, shownWith(version, from))

/**
 * Returns the text and the version that the visitor saw. Returns undefined if this build does not know the id, because
 * a page from before a change of the text or the sender sent it. Nobody knows then to what the visitor agreed.
 */
export function readConsentShown(id: string, from?: Sender) {
  const versions = Object.keys(consentTexts) as ConsentVersion[]
  return versions
    .flatMap((version) =>
      // A page from before the sender was filled in showed the text alone.
      [shownWith(version, from), consentTexts[version]].map((text) => ({
        consentText: text,
        consentVersion: version,
      })),
    )
    .find(({ consentText, consentVersion }) => id === idOf(consentVersion, consentText))
}
