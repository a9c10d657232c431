import { sender } from '../../../../site/sender.ts'
import type { Asking } from '../../../core/consent.ts'
import { describeRegistration } from '../../../core/registration.ts'
import { readStops } from '../../../core/texts.ts'
import { page } from '../../server/page.ts'

/**
 * GET /texting: shows the stopped numbers, the text messages that came in, and the answers with which the operator
 * registers a number for text messages. Before everybody is asked to confirm the number, asks with how many they are.
 */
export const showTexting = page({
  view: 'texting',
  tab: 'texting',
  async read({ desk, variables }, asking?: Asking) {
    return {
      props: {
        ...(await readStops(desk)),
        asking,
        registration: describeRegistration(sender, variables.SITE_URL),
      },
    }
  },
})
