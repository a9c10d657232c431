import * as z from 'zod/mini'
import { refuse } from './desk-error.ts'
import type { Desk } from './open-desk.ts'
import { dateOf } from './period.ts'

const at = z.nullable(z.string())
const contactSchema = z.object({
  note: at,
  day: at,
  outcome_at: at,
  before: z.object({ day: at, outcome: z.string(), value: z.nullable(z.number()), outcome_at: at }),
})

/** What one press stored, and what held before, so that it can be undone. */
export type Contact = z.infer<typeof contactSchema>

export function readContact(field: string): Contact | null {
  try {
    return contactSchema.parse(JSON.parse(field))
  } catch {
    return null
  }
}

/**
 * `note` is missing if nothing is noted. `day` (YYYY-MM-DD, or null for none) and `outcome` are missing if
 * they stay; `known` is what the operator saw.
 */
export type ContactChange = {
  note?: { kind: string; words: string }
  day?: { next: string | null; known: string | null }
  outcome?: { outcome: string; value: number | null; known: string | null }
}

const crossings: Record<string, string> = {
  day: 'somebody else has set another day to call again',
  outcome: 'somebody else has set the outcome',
}

/** Stores all or nothing. Throws a DeskError, also after a change by a colleague. */
export async function recordContact(
  desk: Desk,
  person: string,
  { note, day, outcome }: ContactChange,
): Promise<Contact> {
  const stored = await desk.call('record_contact', {
    person,
    ...note,
    ...(day && { sets_day: true, call_on: day.next, known_on: day.known }),
    ...(outcome && { outcome: outcome.outcome, value: outcome.value, known_at: outcome.known }),
    today: dateOf(new Date()),
  })
  const { crossed } = z.parse(z.nullable(z.looseObject({ crossed: z.optional(z.string()) })), stored) ?? {}
  if (crossed) refuse(`Nothing was saved: ${crossings[crossed]} in the meantime.`)
  return contactSchema.parse(stored ?? refuse('Nothing was saved: this person has been deleted.'))
}

/** Throws a DeskError, and changes nothing, if it was changed meanwhile. */
export async function takeBackContact(desk: Desk, person: string, contact: Contact): Promise<void> {
  if (!(await desk.call('take_back_contact', { person, contact })))
    refuse('Nothing was taken back: it was changed in the meantime.')
}
