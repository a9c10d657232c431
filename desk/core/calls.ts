import * as z from 'zod/mini'
import { DeskError } from './desk-error.ts'
import type { Desk } from './open-desk.ts'
import { dateOf, startOf } from './period.ts'

/** What a call led to. */
export type Verdict = 'reached' | 'no answer' | 'call again'

/** A call that was stored. With these values it can be taken back. */
export type Call = { note: string; known: string; next_on: string | null }

const tomorrow = () => dateOf(startOf(dateOf(new Date()), 1))

/**
 * Stores what a call led to. Whoever did not answer is called again tomorrow; `day` (YYYY-MM-DD) is for 'call again'.
 * `known` is the day of the call as the operator saw it. Returns null, and changes nothing, if somebody else has
 * called the person in the meantime. Throws a DeskError.
 */
export async function recordCall(
  desk: Desk,
  {
    person,
    verdict,
    words,
    known,
    day,
  }: Record<'person' | 'words' | 'known' | 'day', string> & { verdict: Verdict },
): Promise<Call | null> {
  if (verdict === 'call again' && !(day && startOf(day) >= startOf(tomorrow())))
    throw new DeskError('invalid', 'Choose the day on which to call again: tomorrow or later.')
  const next = { reached: null, 'no answer': tomorrow(), 'call again': day }[verdict]
  const note = z
    .nullable(z.string())
    .parse(await desk.call('record_call', { person, verdict, words, known, next_on: next }))
  return note === null ? null : { note, known, next_on: next }
}

/** Takes back a call. Returns false, and changes nothing, if the person has another day by now. Throws a DeskError. */
export const takeBackCall = async (desk: Desk, { note, known, next_on }: Call) =>
  z.boolean().parse(await desk.call('take_back_call', { note, known, next_on }))
