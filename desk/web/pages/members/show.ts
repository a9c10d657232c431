import { readMembers } from '../../../core/members.ts'
import { showPage } from '../../server/show-page.ts'
import type { MembersProps } from './view.tsx'

/** GET /members: shows who may use the desk on the web. Members are changed on the owner's machine alone. */
export const showMembers = showPage<MembersProps>({
  async read({ desk, member }) {
    return { props: { ...(await readMembers(desk)), isOnWeb: member !== undefined } }
  },
})
