import type { Context } from 'hono'
import { askAgain, withdrawConsent } from '../../../core/consent.ts'
import { correctAddress, correctNumber, undoCorrection } from '../../../core/correct.ts'
import { DeskError } from '../../../core/desk-error.ts'
import type { Desk } from '../../../core/open-desk.ts'
import { callAgain, liftSuppression, readPerson, sendAgain, takeOver } from '../../../core/person.ts'
import { liftStop } from '../../../core/texts.ts'
import { listOf } from '../../server/filters.ts'
import { withQuery } from '../../server/form.ts'
import { keepNotice } from '../../server/notices.ts'

/**
 * Takes the id of a person and the fields of a form. Returns a sentence that says what was done, or the key of a notice
 * that also offers to take it back.
 */
type Act = (
  desk: Desk,
  id: string,
  read: (field: string) => string,
) => Promise<string | { sentence: string; undo: Record<string, string> }>

/** The actions that the operator can take on a person, by the last part of the request path. */
export const actions: Record<string, Act> = {
  ask: (desk, id) => askAgain(desk, [id]),
  withdraw: (desk, id) => withdrawConsent(desk, { id }),
  lift: async (desk, id, read) => {
    const { stop } = await readPerson(desk, { id })
    return stop ? liftStop(desk, stop.phone_e164, read('note')) : 'This number is not stopped any more.'
  },
  'lift-mails': (desk, id, read) => liftSuppression(desk, { id }, read('note')),
  correct: async (desk, id, read) => {
    const person = await readPerson(desk, { id })
    return read('email')
      ? correctAddress(desk, person, read('email'))
      : correctNumber(desk, person, read('phone'))
  },
  'undo-correction': (desk, _, read) => undoCorrection(desk, read('correction')),
  'take-over': (desk, _, read) => takeOver(desk, read('submission')),
  'send-again': (desk, _, read) => sendAgain(desk, read('submission'), read('kind')),
  'call-again': async (desk, id, read) => {
    const { call_again_on: before } = await readPerson(desk, { id })
    const sentence = await callAgain(desk, id, read('clear') ? '' : read('day'), read('is_undo') !== '')
    const { call_again_on: now } = await readPerson(desk, { id })
    return read('is_undo') || before === now ? sentence : { sentence, undo: { day: before ?? '' } }
  },
}

/**
 * POST /leads/<id>/<action>: carries out the action. The page of the person then says what was done, or why it could
 * not be done.
 */
export async function actOnPerson(desk: Desk, context: Context, act: Act) {
  const id = context.req.param('id') ?? ''
  const form = await context.req.parseBody()
  const done = await act(desk, id, (field) => String(form[field] ?? '')).catch((error) => {
    if (error instanceof DeskError && error.code === 'nobody') return error.message
    throw error
  })
  const list = listOf(context.req.query('list'))
  const notice =
    typeof done === 'string'
      ? keepNotice(done)
      : keepNotice(done.sentence, null, {
          action: context.req.path + (list && `?${new URLSearchParams({ list })}`),
          values: { ...done.undo, is_undo: 'yes' },
        })
  return context.redirect(withQuery(`/leads/${id}`, { list, notice }), 303)
}
