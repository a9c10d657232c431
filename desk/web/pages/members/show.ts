import { readMembers } from '../../../core/members.ts'
import { showPage } from '../../server/show-page.ts'
import type { MembersProps } from './view.tsx'

/** GET /members: members are changed only on the owner's machine. */
export const showMembers = showPage<MembersProps>({
  async read({ desk, member }) {
    return { props: { ...(await readMembers(desk)), isOnWeb: member !== undefined } }
  },
})
