import type { Context } from 'hono'
import { askAgain } from '../../../core/consent.ts'
import { DeskError } from '../../../core/desk-error.ts'
import type { Desk } from '../../../core/open-desk.ts'
import { liftStop, stopNumber, stopSender } from '../../../core/texts.ts'
import { withQuery } from '../../server/form.ts'
import { keepNotice } from '../../server/notices.ts'

/** Each function carries out an action of the page. Returns a sentence that says what was done. */
const actions: Record<string, (desk: Desk, read: (field: string) => string) => Promise<string>> = {
  stop: (desk, read) => stopNumber(desk, read('phone')),
  'stop sender': (desk, read) => stopSender(desk, read('phone')),
  lift: (desk, read) => liftStop(desk, read('phone'), read('note')),
  ask: (desk) => askAgain(desk, null),
}

/** POST /texting: stops a number, lifts its stop, or asks everybody to confirm the number, as `do` says. */
export async function actOnNumbers(desk: Desk, context: Context) {
  const form = await context.req.parseBody()
  const act = actions[String(form.do)]
  if (!act) throw new DeskError('22023', 'There is no such action.')
  const done = await act(desk, (field) => String(form[field] ?? '')).catch((error) => {
    if (error instanceof DeskError && error.code === 'nobody') return error.message
    throw error
  })
  return context.redirect(withQuery('/texting', { notice: keepNotice(done) }), 303)
}
