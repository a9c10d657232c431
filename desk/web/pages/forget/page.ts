import type { Context } from 'hono'
import { describeErasure } from '../../../core/erasure.ts'
import type { Person } from '../../../core/lead.ts'
import type { Desk } from '../../../core/open-desk.ts'
import { readPeriod } from '../../../core/period.ts'
import { readPerson } from '../../../core/person.ts'
import { readAttention } from '../../server/attention.ts'
import type { Interface } from '../../server/build-interface.ts'
import { listOf } from '../../server/filters.ts'
import { withQuery } from '../../server/form.ts'
import { replyView } from '../../server/reply-view.ts'
import { shellOf } from '../../server/shell.ts'

/** GET /leads/<id>/forget: shows which data is deleted and which data stays, and asks for the e-mail address. */
export async function confirmForgetting(desk: Desk, context: Context, ui: Interface) {
  return askAddress(desk, context, ui, await readPerson(desk, { id: context.req.param('id') }))
}

/** Asks for the e-mail address, and says what is wrong with the one that was typed. */
export async function askAddress(
  desk: Desk,
  context: Context,
  ui: Interface,
  person: Person,
  { fault, typed }: { fault?: string; typed: string } = { typed: '' },
) {
  const { id, name, email } = person
  const list = listOf(context.req.query('list'))
  return replyView(
    context,
    ui,
    {
      page: 'forget',
      shell: shellOf({
        title: `Forget ${name}?`,
        path: '/leads',
        period: readPeriod(Object.fromEntries(new URLSearchParams(list)), 'all'),
        attention: await readAttention(desk),
      }),
      props: {
        back: { label: name, href: withQuery(`/leads/${id}`, { list }) },
        ...describeErasure(person),
        evidence: `/leads/${id}/evidence.txt`,
        email,
        action: withQuery(`/leads/${id}/forget`, { list }),
        fault,
        typed,
      },
    },
    fault ? 400 : 200,
  )
}
