import { sender } from '../../../../site/sender.ts'
import type { Asking } from '../../../core/consent.ts'
import { describeRegistration } from '../../../core/registration.ts'
import { readStops } from '../../../core/texts.ts'
import { showPage } from '../../server/show-page.ts'
import type { TextingProps } from './view.tsx'

/**
 * GET /texting: shows the stopped numbers, the text messages that came in, and the answers with which the operator
 * registers a number for text messages. Before everybody is asked to confirm the number, asks with how many they are.
 */
export const showTexting = showPage<TextingProps, Asking>({
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
