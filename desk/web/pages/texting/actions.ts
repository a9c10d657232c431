import { askAgain } from '../../../core/consent.ts'
import { nobody } from '../../../core/desk-error.ts'
import { liftStop, stopNumber, stopSender } from '../../../core/texts.ts'
import { action, type Given } from '../../server/action.ts'
import { withQuery } from '../../server/form.ts'

/** Each function carries out an action of the page. Returns a sentence that says what was done. */
const actions: Record<string, (given: Given) => Promise<string>> = {
  stop: ({ desk, read }) => stopNumber(desk, read('phone')),
  'stop sender': ({ desk, read }) => stopSender(desk, read('phone')),
  lift: ({ desk, read }) => liftStop(desk, read('phone'), read('note')),
  ask: ({ desk }) => askAgain(desk, null),
}

/** POST /texting: stops a number, lifts its stop, or asks everybody to confirm the number, as `do` says. */
export const actOnNumbers = action(
  async (given) =>
    (actions[given.read('do')] ?? (() => nobody('Nothing was done: no button was pressed.')))(given),
  (notice) => withQuery('/texting', { notice }),
)
