import type { Context } from 'hono'
import { nameOf } from '../../core/lead.ts'
import { readList, searchNote } from '../../core/leads.ts'
import { tellPhone } from '../format/tell-phone.ts'
import type { PeopleAnswer } from '../parts/ask-people.ts'
import type { App } from './page.ts'

/** GET /people?q=: JSON with the first people who match. The search ends if the browser no longer waits. */
export async function findPeople({ desk }: Pick<App, 'desk'>, context: Context) {
  const { signal } = context.req.raw
  const { leads, is_cut: isCut } = await readList(
    { ...desk, call: (name, values) => desk.call(name, values, signal) },
    { filters: { search: context.req.query('q') ?? '' } },
    { max_rows: 7 },
  ).catch((error) => {
    if (signal.aborted) return { leads: [], is_cut: false }
    throw error
  })
  return context.json<PeopleAnswer>({
    people: leads.map(({ id, name, email, phone, phone_e164 }) => ({
      href: `/leads/${id}`,
      name: nameOf({ name, email }),
      email,
      phone: phone_e164 ? tellPhone(phone_e164) : phone,
    })),
    note: [leads.length === 0 && 'Nobody matches.', isCut && searchNote].filter(Boolean).join(' '),
  })
}
