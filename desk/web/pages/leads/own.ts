import * as z from 'zod/mini'
import type { Desk } from '../../../core/open-desk.ts'
import { type Filters, listQuery } from '../../server/filters.ts'

const ownSchema = z.object({
  hidden: z.array(z.string()),
  views: z.array(z.object({ name: z.string(), query: z.string() })),
})

/** What the login has chosen for the list: the labels of the columns that it hides, and its views. */
export type Own = z.infer<typeof ownSchema>
export type OwnView = Own['views'][number]

/** Reads what the login has chosen for the list. Throws a DeskError. */
export const readOwn = async (desk: Desk): Promise<Own> => ownSchema.parse(await desk.call('list_choices'))

/**
 * Returns the query string of a view with these filters. A view has nothing of a person in it, so it lacks the words of
 * a search.
 */
export const viewOf = ({ q: _, touched: __, ...filters }: Partial<Filters>) => listQuery(filters)
