import { choices } from './leads.ts'

/** Takes a value of leads.source. Returns the name of the campaign, the host of the referrer, or 'direct'. */
export const sourceWords = (source: string) => source.replace(/^(campaign|referrer):/, '')

/**
 * Takes a value of leads.source. Returns the kind of this source, which is 'campaign' or 'website'. For 'direct',
 * returns an empty text.
 */
export const sourceKind = (source: string) =>
  source.startsWith('campaign:') ? 'campaign' : source.startsWith('referrer:') ? 'website' : ''

/** The labels for the states in which a consent can be. */
export const consentWords: Record<string, string> = choices.consent

/** The kinds of notes in the database, with their labels. */
export const noteKinds: Record<string, string> = {
  called: 'called',
  answered: 'answered',
  met: 'met',
  note: 'noted',
}
