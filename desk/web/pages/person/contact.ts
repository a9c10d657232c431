import {
  type Contact,
  type ContactChange,
  readContact,
  recordContact,
  takeBackContact,
} from '../../../core/contact.ts'
import { refuse } from '../../../core/desk-error.ts'
import { grouped, money } from '../../../core/figures.ts'
import { nameOf, type Person } from '../../../core/lead.ts'
import { readMoney } from '../../../core/money.ts'
import { dateOf, isDate } from '../../../core/period.ts'
import { readPerson } from '../../../core/person.ts'
import { noteKinds, outcomeWords } from '../../../core/words.ts'
import { tellDay } from '../../format/when.ts'
import type { Act } from '../../server/action.ts'
import { contactKinds, mostLetters } from './contact-kinds.ts'

const unsaved = 'Nothing was saved'

/** Saves everything at once; what was not changed stays. Undoes `contact` if there is one. */
export const changeContact: Act = async ({ desk, id, read }) => {
  const person = await readPerson(desk, { id })
  const taken = readContact(read('contact'))
  if (taken) {
    await takeBackContact(desk, id, taken)
    return `${nameOf(person)}: nothing changed.`
  }
  const kind = read('kind')
  if (!Object.hasOwn(contactKinds, kind)) refuse(`${unsaved}: no button was pressed.`)
  const words = wordsOf(read('words'))
  const [outcome, asked] = outcomeOf(read)
  if (asked) return asked
  const said: ContactChange = {
    ...((words || kind !== 'note') && { note: { kind, words } }),
    ...dayOf(read('day'), read('known_on')),
    ...outcome,
  }
  if (Object.keys(said).length === 0)
    refuse(`${unsaved}: write what was said, or change the day or the outcome.`)
  const contact = await recordContact(desk, id, said)
  return { sentence: tell(person, said, contact), undo: { contact: JSON.stringify(contact) } }
}

/** Throws a DeskError if they are too long. */
export function wordsOf(typed: string) {
  const words = typed.replaceAll('\r\n', '\n').trim()
  const letters = [...words].length
  if (letters > mostLetters)
    refuse(
      `${unsaved}: a note has at most ${grouped(mostLetters)} letters, and this one has ${grouped(letters)}.`,
    )
  return words
}

function dayOf(day: string, known: string): ContactChange {
  if (day === known) return {}
  if (day && !isDate(day)) refuse(`${unsaved}: “${day}” is not a day.`)
  if (day && day < dateOf(new Date())) refuse(`${unsaved}: ${day} is over. Choose today or a later day.`)
  return { day: { next: day || null, known: known || null } }
}

/**
 * Reads what `OutcomeFields` sends: nothing if it was not changed. Returns a question if the value can mean
 * two numbers. Throws a DeskError if there is no such value.
 */
export function outcomeOf(
  read: (field: string) => string,
):
  | [Pick<ContactChange, 'outcome'>]
  | [undefined, { sentence: string; asked: { field: string; choices: [words: string, value: string][] } }] {
  const [outcome, typed] = [read('outcome'), read('value').trim()]
  const [known, knownValue] = [read('known_outcome'), read('known_value')]
  const isNew = typed !== knownValue
  const value = typed ? readMoney(typed) : null
  if (typed && isNew && !value) refuse(`${unsaved}: “${typed}” is not an amount of money, such as 1,200.50.`)
  if (typed && isNew && outcome !== 'won')
    refuse(`${unsaved}: a value belongs to a sale. Choose “Won”, or clear the value.`)
  if (outcome === known && (!isNew || outcome !== 'won')) return [{}]
  if (value && 'either' in value)
    return [
      undefined,
      {
        sentence: `${unsaved} yet: “${typed}” can mean two amounts. Which one do you mean?`,
        asked: {
          field: 'value',
          choices: value.either.map((one): [string, string] => [money(one), String(one)]),
        },
      },
    ]
  return [
    {
      outcome: {
        outcome,
        value: outcome === 'won' && value ? value.amount : null,
        known: read('known_at') || null,
      },
    },
  ]
}

export const tellOutcome = (
  { outcome, value }: NonNullable<ContactChange['outcome']>,
  currency: Person['currency'],
) => outcomeWords({ outcome: outcome as Person['outcome'], outcome_value: value, currency })

function tell(person: Person, { note, day, outcome }: ContactChange, { day: next }: Contact) {
  const { currency } = person
  const parts = [
    note && (noteKinds[note.kind] ?? note.kind),
    day && (next ? `to call again on ${tellDay(next)}` : 'no call is planned'),
    !day && person.call_again_on && !next && 'no call is planned any more',
    outcome && tellOutcome(outcome, currency),
  ]
  return `${nameOf(person)}: ${parts.filter(Boolean).join('; ')}.`
}
