import type { Context } from 'hono'
import type { Desk } from '../../../core/open-desk.ts'
import { requeueMails } from '../../../core/requeue.ts'
import { listOf } from '../../server/filters.ts'
import { withQuery } from '../../server/form.ts'
import { keepNotice } from '../../server/notices.ts'

/**
 * POST /mails: sends or drops mails, as `do` says. The mails are those of the persons who were ticked (`lead`), of
 * one person (`person`) or of everybody. Then lists these persons.
 */
export async function actOnMails(desk: Desk, context: Context) {
  const form = await context.req.formData()
  const read = (name: string) => String(form.get(name) ?? '')
  const [action, list, person] = [read('do'), read('list'), read('person')]
  const chosen = person ? [person] : form.getAll('lead').map(String)
  const only = action.endsWith('-all') ? null : chosen
  const back = (path: string, query: Record<string, string>) => context.redirect(withQuery(path, query), 303)
  if (only?.length === 0)
    return back('/leads', {
      ...Object.fromEntries(new URLSearchParams(listOf(list))),
      notice: keepNotice('Nobody is chosen: tick a box, or choose all.'),
    })
  const { sentence, persons } = await requeueMails(desk, read('status'), only, action.startsWith('drop'))
  const key = keepNotice(`${sentence} Reload this page to see what became of them.`, persons)
  return person
    ? back(`/leads/${person}`, { list: listOf(list), notice: key })
    : back('/leads', { touched: key })
}
