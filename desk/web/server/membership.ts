import * as z from 'zod/mini'
import type { Desk } from '../../core/open-desk.ts'

const membershipSchema = z.object({
  name: z.string(),
  role: z.enum(['reader', 'colleague', 'owner']),
  calls: z.array(z.string()),
  state: z.enum(['unenrolled', 'unpinned', 'pinned']),
  letters: z.nullable(z.string()),
})

/**
 * Who is signed in on the web, and the second factor: not made, not yet confirmed by the owner, or pinned.
 * `calls` are the functions that the role may call, `letters` those to read to the owner.
 */
export type Membership = z.infer<typeof membershipSchema>

/** Throws a DeskError, also for a stranger. */
export const readMembership = async (desk: Desk): Promise<Membership> =>
  membershipSchema.parse(await desk.call('show_membership'))
