import { control, original } from '../../lib/page-copy.ts'
import { sourceKind, sourceKinds, sourceWords } from '../../supabase/functions/_shared/source-words.ts'
import { money } from './figures.ts'
import type { Person } from './lead.ts'
import { choices } from './leads.ts'

export { sourceKind, sourceWords }

type Outcome = Pick<Person, 'outcome' | 'outcome_value' | 'currency'>

/** The operator can also type it: `campaign: autumn`. */
export const sourceLabel = (source: string) =>
  source === noCampaign ? 'no campaign' : [sourceKind(source), sourceWords(source)].filter(Boolean).join(': ')

export const variantWords = (variant: string) => (variant === control ? original : variant)

/** The value of leads.source of people who came without a campaign. */
export const noCampaign = 'campaign:'

/**
 * Takes a source as the operator typed it, or a value of leads.source. Without the kind, the words must be
 * those of a `known` value. Otherwise returns them as they are.
 */
export function sourceOf(typed: string, known: string[] = []): string {
  const words = typed.trim()
  if (words === 'no campaign') return noCampaign
  const [, kind, name = ''] = /^([a-z ]+): *(.*)$/.exec(words) ?? []
  const [stored] = Object.entries(sourceKinds).find(([, label]) => label === kind) ?? []
  if (stored) return `${stored}:${name}`
  const isSame = (source: string) => sourceWords(source).toLowerCase() === words.toLowerCase()
  return known.includes(words) ? words : (known.find(isSame) ?? words)
}

const numberFaults: Record<string, string> = {
  'no number': 'no valid number',
  'other country': 'a number of another country',
  'no mobile': 'a landline, freephone or premium number',
}

/** A fault of the number. Null if the person may be texted, or the consent says why not. */
export const noTexts = ({ consent, text_fault: fault }: Pick<Person, 'consent' | 'text_fault'>) =>
  fault === null || fault === consent ? null : `no texts: ${numberFaults[fault] ?? fault}`

/** Such as “won, 1,200”. The value may be missing. */
export const outcomeWords = ({ outcome, outcome_value: value, currency }: Outcome) =>
  value === null ? outcome : `${outcome}, ${money(value, currency)}`

export const bookingWords = (booking: NonNullable<Person['booking']>) => choices.booking.values[booking]

export const capitalized = (text: string) => text.replace(/^./, (first) => first.toUpperCase())

export const noteKinds: Record<string, string> = {
  called: 'called',
  answered: 'answered',
  met: 'met',
  note: 'noted',
  reached: 'reached',
  'no answer': 'no answer',
  'call again': 'to call again',
  act: 'done at the desk',
}
