import { Button } from '@/components/ui/button'
import { grouped } from '../../../core/figures.ts'
import type { LeadList } from '../../../core/lead.ts'
import { perPage } from '../../../core/leads.ts'
import { mostCounted } from '../../format/amounts.ts'
import { withQuery } from '../../format/with-query.ts'
import type { Filters } from '../../server/filters.ts'

type PagingProps = {
  filters: Filters
  found: LeadList
  /** The number that the link to this page had. */
  page: number
}

/**
 * The links to the pages around this one, and its number. The number of pages is left out if nobody has counted the
 * people. Empty if there is only one page.
 */
export function Paging({ filters, found: { newer, older, count }, page }: PagingProps) {
  if (!newer && !older) return null
  const last = count === null || count > mostCounted ? null : Math.max(1, Math.ceil(count / perPage))
  // Nobody is before the first page or after the last one, whatever the address says.
  const asked = Number.isSafeInteger(page) && page > 0 ? page : 1
  const number = newer === null ? 1 : older === null && last ? last : Math.max(2, asked)
  const hrefOf = (place: Partial<Record<'after' | 'before', string>>, to: number) =>
    withQuery('/leads', { ...filters, ...place, page: to > 1 ? String(to) : '' })
  return (
    <nav
      aria-label="More people"
      className="grid grid-cols-[1fr_auto_1fr] items-center gap-2 text-sm *:last:justify-self-end"
    >
      <span className="flex gap-2">
        {newer && (
          <>
            <PageLink href={hrefOf({}, 1)} label="First" />
            <PageLink href={hrefOf({ after: newer }, number - 1)} rel="prev" label="← Previous" />
          </>
        )}
      </span>
      <span className="text-muted-foreground tabular-nums">
        {`Page ${grouped(number)}${last && last >= number ? ` of ${grouped(last)}` : ''}`}
      </span>
      <span>
        {older && <PageLink href={hrefOf({ before: older }, number + 1)} rel="next" label="Next →" />}
      </span>
    </nav>
  )
}

const PageLink = ({ href, rel, label }: { href: string; rel?: string; label: string }) => (
  <Button asChild variant="outline" className="bg-card">
    <a href={href} rel={rel}>
      {label}
    </a>
  </Button>
)
