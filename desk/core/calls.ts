import { type Contact, type ContactChange, recordContact } from './contact.ts'
import { DeskError } from './desk-error.ts'
import type { Desk } from './open-desk.ts'
import { dateOf, isDate, startOf } from './period.ts'

export type Verdict = 'reached' | 'no answer' | 'call again'

const tomorrow = () => dateOf(startOf(dateOf(new Date()), 1))

/**
 * People who did not answer are called again tomorrow; `day` (YYYY-MM-DD) is for 'call again'. `known` is the
 * day of the call that the operator saw. Without `outcome`, that stays. Throws a DeskError, and changes
 * nothing, if a colleague has called meanwhile.
 */
export async function recordCall(
  desk: Desk,
  {
    person,
    verdict,
    words,
    known,
    day,
    outcome,
  }: Record<'person' | 'words' | 'known' | 'day', string> & { verdict: Verdict } & Pick<
      ContactChange,
      'outcome'
    >,
): Promise<Contact> {
  if (verdict === 'call again' && !(isDate(day) && day >= tomorrow()))
    throw new DeskError(
      'invalid',
      'Nothing was saved: choose the day on which to call again, tomorrow or later.',
    )
  const next = { reached: null, 'no answer': tomorrow(), 'call again': day }[verdict]
  return recordContact(desk, person, {
    note: { kind: verdict, words },
    day: { next, known: known || null },
    ...(outcome && { outcome }),
  })
}
