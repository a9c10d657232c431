import { refuse } from '../../../core/desk-error.ts'
import { readFutile, settleCause } from '../../../core/failures.ts'
import { countedPeople } from '../../../core/figures.ts'
import { choosePeople, requeueMails } from '../../../core/requeue.ts'
import { renderAmount } from '../../format/amounts.ts'
import { withQuery } from '../../format/with-query.ts'
import { action, type Press } from '../../server/action.ts'
import { filtersOf, listOf, selectionOf } from '../../server/filters.ts'

/**
 * POST /mails: sends or drops emails, as `do` says: of one person (`person`), of ticked people (`lead`), or
 * of the whole list (`all`). `seen` is a digest of the people that the operator saw: if the list has changed,
 * nothing happens. Then lists these people. Leaves out people whom a resend cannot help, unless they are
 * ticked one by one.
 */
export const actOnMails = action(
  async ({ desk, act, read, readAll }) => {
    const [wanted, person, all, status] = [read('do'), read('person'), read('all'), read('status')]
    if (wanted !== 'send' && wanted !== 'drop') refuse('Nothing was done: no button was pressed.')
    const chosen = person
      ? [person]
      : all
        ? { selection: selectionOf(filtersOf({ ...queryOf(read), mails: status })), digest: read('seen') }
        : readAll('lead')
    if (Array.isArray(chosen) && chosen.length === 0) refuse('Nobody is selected: tick a box, or select all.')
    const canBeFutile = wanted === 'send' && status === 'failed' && !person
    const futile = canBeFutile ? await readFutile(desk) : []
    const { people, leftOut, isChanged } = await choosePeople(desk, act, chosen, futile)
    if (isChanged)
      refuse(`Nothing was done, because the list has changed. It has ${renderAmount(people)} now.`)
    if (people === 0) refuse('Nothing was sent: sending again would not help. Call them instead.')
    const sentence = await requeueMails(desk, status, act, wanted === 'drop')
    return {
      sentence:
        leftOut > 0
          ? `${sentence} Skipped ${countedPeople(leftOut)}: sending again would not help.`
          : sentence,
      isAboutMany: true,
      isPending: wanted === 'send',
    }
  },
  (notice, { read }, isRefused) => {
    if (isRefused) return withQuery('/leads', { ...queryOf(read), notice })
    const person = read('person')
    if (!person) return withQuery('/leads', { touched: notice })
    return withQuery(`/leads/${person}`, { list: listOf(read('list')), notice })
  },
)

/** POST /mails/causes: sends again or drops, as `do` says. */
export const actOnCause = action(
  async ({ desk, read }) => {
    const wanted = read('do')
    if (wanted !== 'send' && wanted !== 'drop') refuse('Nothing was done: no button was pressed.')
    return settleCause(desk, read('cause'), wanted === 'drop')
  },
  (notice) => withQuery('/mails', { notice }),
)

const queryOf = (read: Press['read']) => Object.fromEntries(new URLSearchParams(listOf(read('list'))))
