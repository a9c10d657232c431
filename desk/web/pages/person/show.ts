import { nameOf } from '../../../core/lead.ts'
import { readLog } from '../../../core/log.ts'
import type { Desk } from '../../../core/open-desk.ts'
import { refusalOf } from '../../../core/open-web.ts'
import { readPeriod } from '../../../core/period.ts'
import { readPerson } from '../../../core/person.ts'
import { listOf } from '../../server/filters.ts'
import { showPage } from '../../server/show-page.ts'
import type { PersonProps } from './address.ts'

/** GET /leads/<id>: shows all that is stored about a person. */
export const showLead = showPage<PersonProps>({
  async read({ desk, context, query }) {
    const id = context.req.param('id')
    const [person, log] = await Promise.all([readPerson(desk, { id }), readOwnLog(desk, id)])
    const list = listOf(query.list)
    return {
      title: nameOf(person),
      period: readPeriod(Object.fromEntries(new URLSearchParams(list)), 'all'),
      props: { person, list, log },
    }
  },
})

/** Reads what was done about a person on the web. A reader may not see it. */
const readOwnLog = (desk: Desk, person = '') =>
  readLog(desk, { person }).catch((error) => {
    if (refusalOf(error) === 'role') return []
    throw error
  })
