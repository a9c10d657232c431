import * as z from 'zod/mini'
import { DeskError, refuse } from './desk-error.ts'
import { counted } from './figures.ts'
import { type Person, personSchema } from './lead.ts'
import type { Desk } from './open-desk.ts'

/** Throws a DeskError, with the code 'refused' if there is no such person. */
export async function readPerson(desk: Desk, key: { id?: string; email?: string }): Promise<Person> {
  const person = personSchema.parse(await desk.call('show_lead', key))
  return person ?? refuse('No lead has this address.')
}

/** Confirmations and withdrawals are counted separately. */
export const countedSubmissions = ({ submissions, confirmations, withdrawals }: Person) =>
  [
    counted(submissions, 'sign-up'),
    ...(confirmations > 0 ? [counted(confirmations, 'confirmation')] : []),
    ...(withdrawals > 0 ? [counted(withdrawals, 'withdrawal')] : []),
  ].join(' and ')

export const countLeftOut = ({ submissions, confirmations, withdrawals, history }: Person) =>
  submissions + confirmations + withdrawals - history.length

/** The submission's data becomes that of its person. Returns the outcome. Throws a DeskError. */
export async function takeOver(desk: Desk, submission: string) {
  const isDone = z.boolean().parse(await desk.call('take_over', { submission }))
  return isDone
    ? 'The record now has this data.'
    : refuse('There is no such sign-up, or it is on hold, a withdrawal or from a preview.')
}

/** `kind` is an email or the webhook. Returns the outcome. Throws a DeskError. */
export async function sendAgain(desk: Desk, submission: string, kind: string) {
  const state = z.nullable(z.string()).parse(await desk.call('send_again', { submission, kind }))
  if (state === 'queued') return 'It goes out again within a minute.'
  if (state === 'suppressed')
    return 'Nothing was sent: this mailbox gets no more emails. The person unsubscribed, or the mailbox refused them.'
  return refuse('Nothing was sent: it is on its way already, or was never sent.')
}

/**
 * `seen` is one of the person's suppressions. The note stays with the person. Returns the outcome. Throws a
 * DeskError.
 */
export async function liftSuppression(
  desk: Desk,
  id: string,
  note: string,
  seen: { reason: string; id: number },
) {
  if (!note.trim() || note.trim().length > 1000) {
    throw new DeskError('invalid', 'Say in a note of at most 1,000 characters why emails may go out again.')
  }
  const done = await desk.call('lift_suppression', { id, reason: seen.reason, note, known: seen.id })
  if (done === 'changed')
    refuse('Nothing was changed: a newer report or click says the same again. Load the page again.')
  if (done !== 'lifted') refuse('This reason is lifted already.')
  const { suppressions } = await readPerson(desk, { id })
  return suppressions.length > 0
    ? 'This reason is lifted. The mailbox still gets no emails, for another reason.'
    : 'This mailbox gets emails again. The person’s notes say why it got none, and why you changed it.'
}
