import { readMembers } from '../../../core/members.ts'
import { showPage } from '../../server/show-page.ts'
import type { MembersProps } from './view.tsx'

/** GET /members: on the web they can only be read. Members are changed on the owner's machine alone. */
export const showMembers = showPage<MembersProps>({
  async read({ desk, member }) {
    return { props: { ...(await readMembers(desk)), isOnWeb: member !== undefined } }
  },
})
