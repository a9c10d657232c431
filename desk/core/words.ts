import { choices } from './leads.ts'

/** Takes a value of leads.source (private.source_of). Returns its name, or 'direct'. */
export const sourceWords = (source: string) => source.replace(/^(campaign|source|click|referrer):/, '')

const sourceKinds: Record<string, string> = {
  campaign: 'campaign',
  source: 'tagged link',
  click: 'ad click',
  referrer: 'website',
}

/** Takes a value of leads.source. Returns the kind of this source, or an empty text for 'direct'. */
export const sourceKind = (source: string) => sourceKinds[source.split(':', 1)[0] ?? ''] ?? ''

/** The labels for the states in which a consent can be. */
export const consentWords: Record<string, string> = choices.consent

/** The kinds of notes in the database, with their labels. */
export const noteKinds: Record<string, string> = {
  called: 'called',
  answered: 'answered',
  met: 'met',
  note: 'noted',
}
