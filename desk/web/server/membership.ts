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
 * Who is signed in on the web, and how far the second factor is: not made yet, not confirmed by the owner yet, or
 * pinned. `calls` are the functions of the desk that the role may call, and `letters` those to read to the owner.
 */
export type Membership = z.infer<typeof membershipSchema>

/** Throws a DeskError, also for somebody who is no member. */
export const readMembership = async (desk: Desk): Promise<Membership> =>
  membershipSchema.parse(await desk.call('show_membership'))
