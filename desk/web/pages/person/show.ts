import { nameOf } from '../../../core/lead.ts'
import { readLog } from '../../../core/log.ts'
import { readPeriod } from '../../../core/period.ts'
import { readPerson } from '../../../core/person.ts'
import { listOf } from '../../server/filters.ts'
import { showPage } from '../../server/show-page.ts'
import type { PersonProps } from './address.ts'

/** GET /leads/<id> */
export const showLead = showPage<PersonProps>({
  async read({ desk, member, context, query }) {
    const id = context.req.param('id')
    const hasLog = !member || member.calls.includes('list_log')
    const [person, log] = await Promise.all([
      readPerson(desk, { id }),
      hasLog && id ? readLog(desk, { person: id }) : [],
    ])
    const list = listOf(query.list)
    return {
      title: nameOf(person),
      period: readPeriod(Object.fromEntries(new URLSearchParams(list)), ''),
      props: { person, list, log },
    }
  },
})
