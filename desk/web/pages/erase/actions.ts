import { pastedAddress } from '../../../../supabase/functions/_shared/pasted-address.ts'
import { erasePerson } from '../../../core/erasure.ts'
import { readPerson } from '../../../core/person.ts'
import { withQuery } from '../../format/with-query.ts'
import { action } from '../../server/action.ts'
import { confirmErasure } from './show.ts'
import type { EraseProps } from './view.tsx'

/** POST /leads/<id>/erase: the typed address must equal the stored one, except in case. */
export const eraseLead = action<EraseProps>(
  async (press) => {
    const { desk, id, read } = press
    const person = await readPerson(desk, { id })
    const typed = read('email')
    if (pastedAddress(typed).toLowerCase() === person.email.toLowerCase()) return erasePerson(desk, person)
    const fault = 'This is not the person’s address.'
    return confirmErasure(press, press.context, { fault, typed })
  },
  (notice) => withQuery('/leads', { notice }),
)
