import * as z from 'zod/mini'
import { grouped } from '../core/figures.ts'
import type { Desk } from '../core/open-desk.ts'
import { countedPeople } from '../core/person.ts'

const count = z.number()
const attentionSchema = z.object({ failed: count, held: count, overdue: count, delayed: count, own: count })

/** How many persons have mails that wait for the operator, by state. `own` counts failed mails to the owner. */
export type Attention = z.infer<typeof attentionSchema>

export const readAttention = async (desk: Desk): Promise<Attention> =>
  attentionSchema.parse(await desk.call('attention'))

/** The highest number of persons that is shown exactly. */
export const mostCounted = 1000

/** Returns a text for a number of persons. Above `mostCounted` the text is “more than …”. */
export const renderAmount = (persons: number) =>
  persons > mostCounted ? `more than ${grouped(mostCounted)} people` : countedPeople(persons)
