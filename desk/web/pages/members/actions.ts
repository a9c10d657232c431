import { refuse } from '../../../core/desk-error.ts'
import { addMember, pinMember, type Role, removeMember, resetMember, roles } from '../../../core/members.ts'
import { withQuery } from '../../format/with-query.ts'
import { action } from '../../server/action.ts'

const isRole = (text: string): text is Role => Object.hasOwn(roles, text)

/** POST /members: adds or removes a member, or confirms or resets a second factor, as `do` says. */
export const changeMembers = action(
  async ({ desk, read }) => {
    const name = read('name').trim().toLowerCase()
    switch (read('do')) {
      case 'add': {
        const role = read('role')
        if (!isRole(role)) refuse('Nobody was added: no role was chosen.')
        const address = read('address').trim()
        await addMember(desk, { name, address, role })
        return `${name} is a member now. Ask them to sign in to the desk on the web with ${address}, and to read you the six letters that they see there.`
      }
      case 'pin': {
        const isPinned = await pinMember(desk, name, read('letters'))
        if (!isPinned)
          refuse(
            `Nothing was changed: ${name} has no second factor with these letters. If they read them right, somebody else may have signed in with their mailbox: reset the second factor.`,
          )
        return `${name} can open the desk now.`
      }
      case 'reset':
        await resetMember(desk, name)
        return `The second factor of ${name} is deleted, and they are signed out. They make a new one when they sign in.`
      case 'remove': {
        const hasOwner = await removeMember(desk, name)
        return `${name} is removed and signed out.${hasOwner ? '' : ' Nobody is an owner of the desk on the web any more.'}`
      }
      default:
        return refuse('Nothing was done: no button was pressed.')
    }
  },
  (notice) => withQuery('/members', { notice }),
)
