import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Hidden } from '../../parts/hidden.tsx'
import { Island } from '../../parts/island.tsx'
import type { NewPeopleProps } from '../../parts/new-people.tsx'
import { NoDefaultButton } from '../../parts/no-default-button.tsx'
import { LeadFilters, type LeadFiltersProps } from './filters.tsx'
import { LeadTable, type LeadTableProps } from './table.tsx'

export type LeadsProps = LeadFiltersProps &
  LeadTableProps & {
    /**
     * The saved views. Each view gives a name to some filters, and shows the number of `waiting` people beside the
     * name.
     */
    tabs: {
      label: string
      href: string
      isChosen: boolean
      waiting?: { count: string; tone: 'bad' | 'wait' }
    }[]
    nobody?: { text: string; label?: string; href?: string }
    /** The list to which the operator comes back. */
    list: string
    /** How to ask for people who are new. */
    fresh?: NewPeopleProps
    /** The pages around this one. Empty if there is only one. */
    pages: { words?: string; first?: string; newer?: string; older?: string }
    note: string
  }

/** Shows the people who signed up. Has saved views, a search, filters, and actions for several people. */
export function Leads({
  tabs,
  headings,
  rows,
  nobody,
  list,
  bulk,
  fresh,
  pages,
  note,
  ...filters
}: LeadsProps) {
  return (
    <>
      <nav aria-label="Views" className="py-1">
        <ul className="flex flex-wrap gap-1">
          {tabs.map(({ label, href, isChosen, waiting }) => (
            <li key={label}>
              <a
                href={href}
                aria-current={isChosen ? 'true' : undefined}
                className="flex items-center gap-2 rounded-lg border border-transparent px-3 py-1.5 text-sm font-medium text-muted-foreground hover:text-foreground aria-[current]:border-border aria-[current]:bg-card aria-[current]:text-foreground"
              >
                {label}
                {waiting && (
                  <Badge
                    className={`rounded-md px-1.5 ${waiting.tone === 'bad' ? 'bg-bad-ground text-bad' : 'bg-wait-ground text-wait'}`}
                  >
                    {waiting.count}
                  </Badge>
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Card className="gap-0 overflow-clip py-0">
        <LeadFilters {...filters} />
        {nobody ? (
          <p className="px-4 py-12 text-center text-sm text-muted-foreground">
            {nobody.text}{' '}
            {nobody.href && (
              <a href={nobody.href} className="font-medium text-foreground underline">
                {nobody.label}
              </a>
            )}
          </p>
        ) : (
          <form method="post" action="/mails">
            <NoDefaultButton />
            <Hidden values={{ list, status: bulk.status ?? '' }} />
            <LeadTable headings={headings} rows={rows} bulk={bulk} />
            <Island name="BulkBar" props={bulk} />
          </form>
        )}
      </Card>
      {pages.words && (
        <nav
          aria-label="More people"
          className="grid grid-cols-[1fr_auto_1fr] items-center gap-2 text-sm *:last:justify-self-end"
        >
          <span className="flex gap-2">
            {pages.first && <PageLink href={pages.first} label="First" />}
            {pages.newer && <PageLink href={pages.newer} rel="prev" label="← Previous" />}
          </span>
          <span className="text-muted-foreground tabular-nums">{pages.words}</span>
          <span>{pages.older && <PageLink href={pages.older} rel="next" label="Next →" />}</span>
        </nav>
      )}
      {fresh && <Island name="NewPeople" props={fresh} />}
      {note && <p className="text-xs text-muted-foreground">{note}</p>}
    </>
  )
}

const PageLink = ({ href, rel, label }: { href: string; rel?: string; label: string }) => (
  <Button asChild variant="outline" className="bg-card">
    <a href={href} rel={rel}>
      {label}
    </a>
  </Button>
)
