import { nameOf } from '../../../core/lead.ts'
import { readPeriod } from '../../../core/period.ts'
import { readPerson } from '../../../core/person.ts'
import { listOf } from '../../server/filters.ts'
import { showPage } from '../../server/show-page.ts'
import type { EraseProps } from './view.tsx'

/** GET /leads/<id>/erase */
export const confirmErasure = showPage<EraseProps, { fault?: string; typed: string }>({
  async read({ desk, context, query }, { fault, typed }: { fault?: string; typed: string } = { typed: '' }) {
    const person = await readPerson(desk, { id: context.req.param('id') })
    const list = listOf(query.list)
    return {
      title: `Erase ${nameOf(person)}?`,
      period: readPeriod(Object.fromEntries(new URLSearchParams(list)), ''),
      props: { person, list, fault, typed },
      status: fault ? 400 : 200,
    }
  },
})
