import { grouped } from '../../../core/figures.ts'
import { mostCounted } from '../../server/attention.ts'
import type { Filters } from '../../server/filters.ts'
import { withQuery } from '../../server/form.ts'
import type { LeadsProps } from './view.tsx'

/** The number of people on a page of the list. The SQL function desk.list_leads has the same default. */
const perPage = 50

/** What desk.list_leads says about the pages around this one, and how many people the list has. */
type Around = { newer: string | null; older: string | null; count: number | null }

/**
 * Returns the links to the pages around this one, and its number in words. `page` is the number that the link to this
 * page had. The number of pages is left out if nobody has counted the people.
 */
export function pagesOf(
  filters: Filters,
  { newer, older, count }: Around,
  page: number,
): LeadsProps['pages'] {
  if (!newer && !older) return {}
  const last = count === null || count > mostCounted ? null : Math.max(1, Math.ceil(count / perPage))
  // Nobody is before the first page or after the last one, whatever the address says.
  const asked = Number.isSafeInteger(page) && page > 0 ? page : 1
  const number = newer === null ? 1 : older === null && last ? last : Math.max(2, asked)
  const hrefOf = (place: Partial<Record<'after' | 'before', string>>, to: number) =>
    withQuery('/leads', { ...filters, ...place, page: to > 1 ? String(to) : '' })
  return {
    words: `Page ${grouped(number)}${last && last >= number ? ` of ${grouped(last)}` : ''}`,
    ...(newer && { first: hrefOf({}, 1), newer: hrefOf({ after: newer }, number - 1) }),
    ...(older && { older: hrefOf({ before: older }, number + 1) }),
  }
}
