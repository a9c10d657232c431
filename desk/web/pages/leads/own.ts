import * as z from 'zod/mini'
import type { Desk } from '../../../core/open-desk.ts'
import { type Filters, listQuery } from '../../server/filters.ts'

const ownSchema = z.object({
  hidden: z.array(z.string()),
  views: z.array(z.object({ name: z.string(), query: z.string() })),
})

/** The columns that the login hides (by label), and its views. */
export type Own = z.infer<typeof ownSchema>
export type OwnView = Own['views'][number]

/** Throws a DeskError. */
export const readOwn = async (desk: Desk): Promise<Own> => ownSchema.parse(await desk.call('list_choices'))

/** A view holds nothing about a person, so it lacks the words of a search. */
export const viewOf = ({ q: _, touched: __, ...filters }: Partial<Filters>) => listQuery(filters)
