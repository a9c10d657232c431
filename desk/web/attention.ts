import * as z from 'zod/mini'
import { grouped } from '../core/figures.ts'
import type { Desk } from '../core/open-desk.ts'
import { countedPeople } from '../core/person.ts'

const count = z.number()
const attentionSchema = z.object({ dead: count, held: count, overdue: count, delayed: count, own: count })

/** How many persons have mails that wait for the operator, and how many mails to the owner failed. */
export type Attention = z.infer<typeof attentionSchema>

export const readAttention = async (desk: Desk): Promise<Attention> =>
  attentionSchema.parse(await desk.call('attention'))

/** Up to which number persons are counted. */
export const mostCounted = 1000

/** A count of persons that ends there. */
export const renderAmount = (persons: number) =>
  persons > mostCounted ? `more than ${grouped(mostCounted)} people` : countedPeople(persons)
