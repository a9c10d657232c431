import { nobody } from '../../../core/desk-error.ts'
import { readFutile, settleCause } from '../../../core/failures.ts'
import { countedPeople } from '../../../core/figures.ts'
import { readLeads } from '../../../core/leads.ts'
import type { Desk } from '../../../core/open-desk.ts'
import { requeueMails } from '../../../core/requeue.ts'
import { action, type Given } from '../../server/action.ts'
import { renderAmount } from '../../server/attention.ts'
import { filtersOf, listOf, selectionOf } from '../../server/filters.ts'
import { withQuery } from '../../server/form.ts'

/**
 * POST /mails: sends or drops mails, as `do` says. The mails are those of one person (`person`), of the persons who
 * were ticked (`lead`), or, if `all` is set, of everybody in the list. `all` is the number of people of which the
 * operator was asked. If the list has other people now, nothing happens. People whom sending again does not help are
 * left out, unless they are asked for one by one. Then lists these persons.
 */
export const actOnMails = action(
  async ({ desk, read, readAll }) => {
    const [act, person, all, status] = [read('do'), read('person'), read('all'), read('status')]
    if (act !== 'send' && act !== 'drop') nobody('Nothing was done: no button was pressed.')
    const chosen = person
      ? [person]
      : all
        ? await idsOf(desk, { ...queryOf(read), mails: status })
        : readAll('lead')
    if (all && !person && renderAmount(chosen.length) !== all)
      nobody(`Nothing was done, because the list has changed. It has ${renderAmount(chosen.length)} now.`)
    if (chosen.length === 0) nobody('Nobody is chosen: tick a box, or choose all.')
    const canBeFutile = act === 'send' && status === 'failed' && !person
    const futile = new Set(canBeFutile ? await readFutile(desk) : [])
    const helped = chosen.filter((id) => !futile.has(id))
    if (helped.length === 0) nobody('Nothing was sent: sending again does not help. Call them instead.')
    const { sentence, persons } = await requeueMails(desk, status, helped, act === 'drop')
    const leftOut = chosen.length - helped.length
    return {
      sentence:
        leftOut > 0
          ? `${sentence} Left out: ${countedPeople(leftOut)}, whom sending again does not help.`
          : sentence,
      persons,
      isPending: act === 'send',
    }
  },
  (notice, { read }, isRefused) => {
    if (isRefused) return withQuery('/leads', { ...queryOf(read), notice })
    const person = read('person')
    if (!person) return withQuery('/leads', { touched: notice })
    return withQuery(`/leads/${person}`, { list: listOf(read('list')), notice })
  },
)

/** POST /mails/causes: sends the failed messages of a cause again, or drops them, as `do` says. */
export const actOnCause = action(
  async ({ desk, read }) => {
    const act = read('do')
    if (act !== 'send' && act !== 'drop') nobody('Nothing was done: no button was pressed.')
    return settleCause(desk, read('cause'), act === 'drop')
  },
  (notice) => withQuery('/mails', { notice }),
)

/** Returns the filters of the list from which the form came. */
const queryOf = (read: Given['read']) => Object.fromEntries(new URLSearchParams(listOf(read('list'))))

/** Returns the ids of everybody in the list with these filters. */
async function idsOf(desk: Desk, query: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  for await (const { leads } of readLeads(desk, selectionOf(filtersOf(query))))
    ids.push(...leads.map(({ id }) => id))
  return ids
}
