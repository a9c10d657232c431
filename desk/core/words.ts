import { choices } from './leads.ts'

/** Takes leads.source; returns words for where somebody came from: a campaign, a host, or direct. */
export const sourceWords = (source: string) => source.replace(/^(campaign|referrer):/, '')

/** Returns a word for the kind of source: campaign, website, or empty for neither. */
export const sourceKind = (source: string) =>
  source.startsWith('campaign:') ? 'campaign' : source.startsWith('referrer:') ? 'website' : ''

/** The words that the operator sees for each answer of the SQL function consent_state. */
export const consentWords: Record<string, string> = {
  ...choices.consent,
  given: 'given',
  confirmed: 'confirmed by mail',
}

/** The kinds of notes: the database's names and the words for them. */
export const noteKinds: Record<string, string> = {
  called: 'called',
  answered: 'answered',
  met: 'met',
  note: 'noted',
}
