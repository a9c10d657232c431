import type { Context } from 'hono'
import { readLeads } from '../../../core/leads.ts'
import type { Desk } from '../../../core/open-desk.ts'
import { requeueMails } from '../../../core/requeue.ts'
import { renderAmount } from '../../server/attention.ts'
import { filtersOf, listOf, selectionOf } from '../../server/filters.ts'
import { withQuery } from '../../server/form.ts'
import { keepNotice } from '../../server/notices.ts'

/**
 * POST /mails: sends or drops mails, as `do` says. The mails are those of one person (`person`), of the persons who
 * were ticked (`lead`), or, if `all` is set, of everybody in the list. `all` is the number of people of which the
 * operator was asked. If the list has other people now, nothing happens. Then lists these persons.
 */
export async function actOnMails(desk: Desk, context: Context) {
  const form = await context.req.formData()
  const read = (name: string) => String(form.get(name) ?? '')
  const [action, person, all, status] = [read('do'), read('person'), read('all'), read('status')]
  const query = Object.fromEntries(new URLSearchParams(listOf(read('list'))))
  const back = (path: string, query: Record<string, string>) => context.redirect(withQuery(path, query), 303)
  const refuse = (sentence: string) => back('/leads', { ...query, notice: keepNotice(sentence) })
  if (action !== 'send' && action !== 'drop') return refuse('Nothing was done: no button was pressed.')
  const chosen = person
    ? [person]
    : all
      ? await idsOf(desk, { ...query, mails: status })
      : form.getAll('lead').map(String)
  if (all && !person && renderAmount(chosen.length) !== all)
    return refuse(
      `Nothing was done, because the list has changed. It has ${renderAmount(chosen.length)} now.`,
    )
  if (chosen.length === 0) return refuse('Nobody is chosen: tick a box, or choose all.')
  const { sentence, persons } = await requeueMails(desk, status, chosen, action === 'drop')
  const key = keepNotice(`${sentence} Reload this page to see what became of them.`, persons)
  return person
    ? back(`/leads/${person}`, { list: listOf(read('list')), notice: key })
    : back('/leads', { touched: key })
}

/** Returns the ids of everybody in the list with these filters. */
async function idsOf(desk: Desk, query: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  for await (const { leads } of readLeads(desk, selectionOf(filtersOf(query))))
    ids.push(...leads.map(({ id }) => id))
  return ids
}
