import { sender } from '../../../../site/sender.ts'
import type { Asking } from '../../../core/consent.ts'
import { describeRegistration } from '../../../core/registration.ts'
import { readStops } from '../../../core/texts.ts'
import { showPage } from '../../server/show-page.ts'
import type { TextingProps } from './view.tsx'

/** GET /texting: before everybody is asked to confirm the number, says how many they are. */
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
