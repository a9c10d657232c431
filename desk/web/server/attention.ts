import * as z from 'zod/mini'
import { countedPeople, grouped } from '../../core/figures.ts'
import type { Desk } from '../../core/open-desk.ts'

const count = z.number()
const attentionSchema = z.object({ failed: count, held: count, overdue: count, delayed: count, own: count })

/**
 * How many persons have mails that wait for the operator, counted by the state of the mails. `own` counts the mails
 * to the owner that failed.
 */
export type Attention = z.infer<typeof attentionSchema>

/** Counts what waits for the operator. Throws a DeskError. */
export const readAttention = async (desk: Desk): Promise<Attention> =>
  attentionSchema.parse(await desk.call('attention'))

/** Up to this number, persons and texts are counted exactly, on each page. The SQL functions count one more. */
export const mostCounted = 5000

/** Returns a number of persons in few characters. If the number is above `mostCounted`, it is “5,000+”. */
export const shortAmount = (persons: number) =>
  persons > mostCounted ? `${grouped(mostCounted)}+` : grouped(persons)

/** Returns a number of persons as a text. If the number is above `mostCounted`, the text is “more than …”. */
export const renderAmount = (persons: number) =>
  persons > mostCounted ? `more than ${grouped(mostCounted)} people` : countedPeople(persons)
