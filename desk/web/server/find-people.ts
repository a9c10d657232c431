import type { Context } from 'hono'
import { readPage, searchNote } from '../../core/leads.ts'
import type { Desk } from '../../core/open-desk.ts'
import type { Found } from '../parts/find-person.tsx'
import { tellPhone } from './tell-phone.ts'

/** GET /people?q=: returns the first persons who match, as JSON. The search field on every page uses it. */
export async function findPeople(desk: Desk, context: Context) {
  const { leads, is_cut: isCut } = await readPage(
    desk,
    { filters: { search: context.req.query('q') ?? '' } },
    { max_rows: 7 },
  )
  return context.json<Found>({
    people: leads.map(({ id, name, email, phone, phone_e164 }) => ({
      href: `/leads/${id}`,
      name: name || email,
      email,
      phone: phone_e164 ? tellPhone(phone_e164) : phone,
    })),
    note: isCut ? searchNote : '',
  })
}
