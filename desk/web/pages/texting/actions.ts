import { askEverybody } from '../../../core/consent.ts'
import { nobody } from '../../../core/desk-error.ts'
import { liftStop, stopNumber, stopSender } from '../../../core/texts.ts'
import { withQuery } from '../../format/with-query.ts'
import { action, type Given } from '../../server/action.ts'
import { showTexting } from './show.ts'
import type { TextingProps } from './view.tsx'

/** Each function carries out an action of the page. Returns a sentence that says what was done, or the page with a question. */
const actions: Record<string, (given: Given<TextingProps>) => Promise<string | Response>> = {
  stop: ({ desk, read }) => stopNumber(desk, read('phone')),
  'stop sender': ({ desk, read }) => stopSender(desk, read('phone')),
  lift: ({ desk, read }) => liftStop(desk, read('phone'), read('note'), read('known') || null),
  async ask(given) {
    const { desk, read } = given
    const told = await askEverybody(desk, /^\d{1,9}$/.test(read('people')) ? Number(read('people')) : 0)
    return typeof told === 'string' ? told : showTexting(given, given.context, told)
  },
}

/** POST /texting: stops a number, lifts its stop, or asks everybody to confirm the number, as `do` says. */
export const actOnNumbers = action<TextingProps>(
  async (given) =>
    (actions[given.read('do')] ?? (() => nobody('Nothing was done: no button was pressed.')))(given),
  (notice) => withQuery('/texting', { notice }),
)
