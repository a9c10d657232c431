import { askEverybody } from '../../../core/consent.ts'
import { refuse } from '../../../core/desk-error.ts'
import { liftStop, stopNumber, stopSender } from '../../../core/texts.ts'
import { withQuery } from '../../format/with-query.ts'
import { action, type Press } from '../../server/action.ts'
import { showTexting } from './show.ts'
import type { TextingProps } from './view.tsx'

/** Each returns a sentence that says what was done, or the page with a question. */
const actions: Record<string, (press: Press<TextingProps>) => Promise<string | Response>> = {
  stop: ({ desk, read }) => stopNumber(desk, read('phone')),
  'stop sender': ({ desk, read }) => stopSender(desk, read('phone')),
  lift: ({ desk, read }) => liftStop(desk, read('phone'), read('note'), read('known') || null),
  async ask(press) {
    const { desk, read } = press
    const told = await askEverybody(desk, /^\d{1,9}$/.test(read('people')) ? Number(read('people')) : 0)
    return typeof told === 'string' ? told : showTexting(press, press.context, told)
  },
}

/** POST /texting, as `do` says. */
export const actOnNumbers = action<TextingProps>(
  async (press) =>
    (actions[press.read('do')] ?? (() => refuse('Nothing was done: no button was pressed.')))(press),
  (notice) => withQuery('/texting', { notice }),
)
