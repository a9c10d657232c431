import { sender } from '../../../../supabase/functions/_shared/sender.ts'
import { describeRegistration } from '../../../core/registration.ts'
import { isNumber, readStops } from '../../../core/texts.ts'
import { page } from '../../server/page.ts'
import { tellBy } from '../../server/tell-by.ts'
import { tellPhone } from '../../server/tell-phone.ts'
import { tellTime } from '../../server/when.ts'
import { tellSender } from '../overview/texts.ts'
import type { TextingProps } from './view.tsx'

/**
 * GET /texting: shows the stopped numbers, the text messages that came in, and the answers with which the operator
 * registers a number for text messages.
 */
export const showTexting = page({
  view: 'texting',
  room: 'texting',
  async read({ desk, variables }) {
    const { numbers, texts } = await readStops(desk)
    const stopped = new Set(numbers.filter((stop) => !stop.lifted_at).map(({ phone_e164: phone }) => phone))
    return {
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
    }
  },
})

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
