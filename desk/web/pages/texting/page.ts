import type { Context } from 'hono'
import { sender } from '../../../../supabase/functions/_shared/sender.ts'
import type { Desk } from '../../../core/open-desk.ts'
import { readPeriod } from '../../../core/period.ts'
import { describeRegistration } from '../../../core/registration.ts'
import { isNumber, readStops } from '../../../core/texts.ts'
import type { Variables } from '../../../doctor/target.ts'
import { readAttention } from '../../server/attention.ts'
import type { Interface } from '../../server/build-interface.ts'
import { replyView } from '../../server/reply-view.ts'
import { shellOf } from '../../server/shell.ts'
import { tellPhone } from '../../server/tell-phone.ts'
import { tellTime } from '../../server/when.ts'
import { tellSender } from '../overview/texts.ts'
import type { TextingProps } from './view.tsx'

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
      ...registrationOf(variables.SITE_URL),
    },
  })
}

/** Returns the answers that are whole, and what is still unknown for the others. */
function registrationOf(siteUrl?: string): Pick<TextingProps, 'registration' | 'missing'> {
  const answers = Object.entries(describeRegistration(sender, siteUrl)).map(([label, text]) => ({
    label,
    text,
  }))
  const hasHole = ({ text }: { text: string }) => /<[^>]+>/.test(text)
  return {
    registration: answers.filter((answer) => !hasHole(answer)),
    missing: answers.filter(hasHole).map(({ label }) => label),
  }
}
