import type { Context } from 'hono'
import { settleCause } from '../../../core/failures.ts'
import type { Desk } from '../../../core/open-desk.ts'
import { withQuery } from '../../server/form.ts'
import { keepNotice } from '../../server/notices.ts'

/** POST /mails/causes: sends the failed messages of a cause again. If `do` is 'drop', drops them instead. */
export async function actOnCause(desk: Desk, context: Context) {
  const { cause, do: action } = await context.req.parseBody()
  const notice = keepNotice(await settleCause(desk, String(cause), action === 'drop'))
  return context.redirect(withQuery('/mails', { notice }), 303)
}
