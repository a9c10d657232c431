import { forgetPerson } from '../../../core/erasure.ts'
import { readPerson } from '../../../core/person.ts'
import { action } from '../../server/action.ts'
import { withQuery } from '../../server/form.ts'
import { confirmForgetting } from './page.ts'

/**
 * POST /leads/<id>/forget: erases the person if the e-mail address that was typed equals the stored one. Ignores
 * case.
 */
export const forgetLead = action(
  async ({ desk, ui, variables, context, id, read }) => {
    const person = await readPerson(desk, { id })
    const typed = read('email')
    if (typed.trim().toLowerCase() === person.email.toLowerCase()) return forgetPerson(desk, person)
    const fault = 'This is not the person’s address.'
    return confirmForgetting({ desk, ui, variables }, context, { fault, typed })
  },
  (notice) => withQuery('/leads', { notice }),
)
