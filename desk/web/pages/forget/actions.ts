import type { Context } from 'hono'
import { forgetPerson } from '../../../core/erasure.ts'
import type { Desk } from '../../../core/open-desk.ts'
import { readPerson } from '../../../core/person.ts'
import type { Interface } from '../../server/build-interface.ts'
import { withQuery } from '../../server/form.ts'
import { keepNotice } from '../../server/notices.ts'
import { askAddress } from './page.ts'

/**
 * POST /leads/<id>/forget: erases the person if the e-mail address that was typed equals the stored one. Ignores
 * case.
 */
export async function forgetLead(desk: Desk, context: Context, ui: Interface) {
  const person = await readPerson(desk, { id: context.req.param('id') })
  const { email } = await context.req.parseBody()
  if (String(email).trim().toLowerCase() !== person.email.toLowerCase())
    return askAddress(desk, context, ui, person, {
      fault: 'This is not the person’s address.',
      typed: String(email),
    })
  const notice = keepNotice(await forgetPerson(desk, person))
  return context.redirect(withQuery('/leads', { notice }), 303)
}
