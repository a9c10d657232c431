import type { Context } from 'hono'
import { sender } from '../../../../supabase/functions/_shared/sender.ts'
import { askAgain } from '../../../core/consent.ts'
import { DeskError } from '../../../core/desk-error.ts'
import type { Desk } from '../../../core/open-desk.ts'
import { readPeriod } from '../../../core/period.ts'
import { describeRegistration } from '../../../core/registration.ts'
import { isNumber, liftStop, readStops, stopNumber } from '../../../core/texts.ts'
import type { Variables } from '../../../doctor/target.ts'
import { readAttention } from '../../server/attention.ts'
import type { Interface } from '../../server/build-interface.ts'
import { withQuery } from '../../server/form.ts'
import { keepNotice } from '../../server/notices.ts'
import { replyView } from '../../server/reply-view.ts'
import { shellOf } from '../../server/shell.ts'
import { tellPhone } from '../../server/tell-phone.ts'
import { tellTime } from '../../server/when.ts'
import { tellSender } from '../overview/texts.ts'

/** Takes `stopped_by` or `lifted_by` of a number. Returns it in words. */
const tellBy = (by: string) =>
  by === 'text message' || by === 'withdrawal' ? `by a ${by}` : by.replace(/^desk:/, 'at the desk by ')

/**
 * GET /texting: shows the stopped numbers, the text messages that came in, and the answers with which the operator
 * registers a number for text messages.
 */
export async function showTexting(desk: Desk, context: Context, ui: Interface, variables: Variables) {
  const [{ numbers, texts }, attention] = await Promise.all([readStops(desk), readAttention(desk)])
  const stopped = new Set(numbers.filter((stop) => !stop.lifted_at).map(({ phone_e164: phone }) => phone))
  return replyView(context, ui, {
    page: 'texting',
    shell: shellOf({
      title: 'Texting',
      path: '/texting',
      period: readPeriod({}, 'all'),
      attention,
      notice: context.req.query('notice'),
    }),
    props: {
      numbers: numbers.map(({ phone_e164: phone, words, ...stop }) => ({
        phone,
        name: tellPhone(phone),
        stopped: `Stopped ${tellTime(stop.stopped_at)}, ${tellBy(stop.stopped_by)}`,
        words: words ?? '',
        ...(stop.lifted_at && {
          lifted: [`Lifted ${tellTime(stop.lifted_at)}, ${tellBy(stop.lifted_by ?? '')}`, stop.note]
            .filter(Boolean)
            .join(': '),
        }),
      })),
      texts: texts.map(({ id, sender, words, received_at: at }) => ({
        id,
        from: tellSender(sender),
        words,
        when: tellTime(at),
        ...(isNumber(sender) && !stopped.has(sender) && { number: sender }),
      })),
      registration: Object.entries(describeRegistration(sender, variables.SITE_URL)).map(([label, text]) => ({
        label,
        text,
      })),
    },
  })
}

/** Each function carries out an action of the page. Returns a sentence that says what was done. */
const actions: Record<string, (desk: Desk, read: (field: string) => string) => Promise<string>> = {
  stop: (desk, read) => stopNumber(desk, read('phone')),
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
