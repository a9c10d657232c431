import * as z from 'zod/mini'
import type { Desk } from '../../core/open-desk.ts'

const count = z.number()
const attentionSchema = z.object({ failed: count, held: count, overdue: count, delayed: count, own: count })

/**
 * How many people have emails that wait for the operator, by state. `own` counts failed emails to the owner.
 */
export type Attention = z.infer<typeof attentionSchema>

/** Throws a DeskError. */
export const readAttention = async (desk: Desk): Promise<Attention> =>
  attentionSchema.parse(await desk.call('attention'))
