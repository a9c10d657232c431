import { Button } from '@/components/ui/button'
import { grouped } from '../../../core/figures.ts'
import type { LeadList } from '../../../core/lead.ts'
import { perPage } from '../../../core/leads.ts'
import { withQuery } from '../../format/with-query.ts'
import type { Filters } from '../../server/filters.ts'

type PagingProps = {
  filters: Filters
  found: LeadList
  /** As the link to this page says. */
  page: number
}

/** Without an exact number of people, the last page has no number. Empty if there is only one page. */
export function Paging({ filters, found: { newer, older, count, count_is: is }, page }: PagingProps) {
  if (!newer && !older) return null
  const last = count === null ? null : Math.max(1, Math.ceil(count / perPage))
  // Whatever the address says, nobody is before the first page or after the last.
  const asked = Number.isSafeInteger(page) && page > 0 ? page : 1
  const number = newer === null ? 1 : older === null && last ? last : Math.max(2, asked)
  const isExact = is === 'exact'
  const isEnd = older === null && !isExact
  const ofAll = last && last >= number ? ` of ${isExact ? '' : `${is} `}${grouped(last)}` : ''
  const hrefOf = (place: Partial<Record<'after' | 'before' | 'rows', string>>, to: number | null) =>
    withQuery('/leads', { ...filters, ...place, page: to && to > 1 ? String(to) : '' })
  // The last page has the rest, if anybody knows how many these are.
  const rows = count === null || !isExact ? '' : String(count % perPage || perPage)
  return (
    <nav
      aria-label="More people"
      className="grid items-center gap-2 text-sm max-sm:grid-cols-2 sm:grid-cols-[1fr_auto_1fr] print:hidden"
    >
      <span className="flex flex-wrap gap-2">
        {newer && (
          <>
            <PageLink href={hrefOf({}, 1)} label="First" />
            <PageLink href={hrefOf({ after: newer }, number - 1)} rel="prev" label="← Previous" />
          </>
        )}
      </span>
      <span className="text-muted-foreground tabular-nums max-sm:-order-1 max-sm:col-span-2 max-sm:text-center">
        {isEnd ? `Last page${ofAll}` : `Page ${grouped(number)}${ofAll}`}
      </span>
      <span className="flex flex-wrap justify-end gap-2">
        {older && (
          <>
            <PageLink href={hrefOf({ before: older }, number + 1)} rel="next" label="Next →" />
            <PageLink href={hrefOf({ after: 'end', rows }, last)} label="Last" />
          </>
        )}
      </span>
    </nav>
  )
}

const PageLink = ({ href, rel, label }: { href: string; rel?: string; label: string }) => (
  <Button asChild variant="outline" className="bg-card max-md:px-3">
    <a href={href} rel={rel}>
      {label}
    </a>
  </Button>
)
