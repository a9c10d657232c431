import { hash } from 'node:crypto'
import { type ConsentVersion, consentTexts, consentVersion } from '../../site/consent-texts.ts'
import type { Sender } from '../../site/sender.ts'
import { consentSource } from './consent-source.ts'

const idOf = (version: ConsentVersion, shown: string) => `${version}.${hash('sha256', shown).slice(0, 16)}`

const shownWith = (version: ConsentVersion, from?: Sender) =>
  `${consentTexts[version]} ${consentSource(from)}`.trim()

/**
 * The id of the shown consent text, which the form sends along: the version, and a digest of all that the
 * visitor reads, the text with the brand, and the sender.
 */
export const consentId = (version: ConsentVersion = consentVersion, from?: Sender): string =>
  idOf(version, shownWith(version, from))

/**
 * What the visitor saw. Undefined for an unknown id, of a page from before a change of text or sender: nobody
 * knows then to what they agreed.
 */
export function readConsentShown(id: string, from?: Sender) {
  const versions = Object.keys(consentTexts) as ConsentVersion[]
  return versions
    .flatMap((version) =>
      // Before the sender was filled in, pages showed the text alone.
      [shownWith(version, from), consentTexts[version]].map((text) => ({
        consentText: text,
        consentVersion: version,
      })),
    )
    .find(({ consentText, consentVersion }) => id === idOf(consentVersion, consentText))
}
