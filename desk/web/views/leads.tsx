import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Download from 'lucide-react/icons/download'
import Search from 'lucide-react/icons/search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { NativeSelect, NativeSelectOption } from '@/components/ui/native-select'
import { BulkBar, type BulkProps, ChooseAll } from './bulk-bar.tsx'
import { Hidden } from './hidden.tsx'
import { type LeadColumn, type LeadRow, leadColumns } from './lead-columns.tsx'

export type LeadsProps = {
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
  search: string
  filters: { name: string; label: string; chosen: string; choices: { value: string; label: string }[] }[]
  /** The filters that are set. A click on a filter removes it. */
  chips: { label: string; href: string }[]
  /** These parameters stay in the address when the operator searches. */
  keep: Record<string, string>
  summary: string
  exports: string
  /** The page that groups failed mails by cause. */
  causes?: string
  headings: Partial<Record<LeadColumn, { href: string; sort?: 'ascending' | 'descending' }>>
  rows: LeadRow[]
  nobody?: { text: string; label?: string; href?: string }
  /** The list to which the operator comes back. */
  list: string
  bulk: BulkProps
  pages: { newer?: string; older?: string }
  note: string
}

/** Shows the people who signed up. Has saved views, a search, filters, and actions for several people. */
export function Leads({ tabs, headings, rows, nobody, list, bulk, pages, note, ...filters }: LeadsProps) {
  return (
    <>
      <nav aria-label="Views" className="-mx-4 overflow-x-auto px-4 py-1 md:-mx-6 md:px-6">
        <ul className="flex w-max gap-1">
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
        <Filters {...filters} />
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
            <Hidden values={{ list, status: bulk.status ?? '' }} />
            <People headings={headings} rows={rows} />
            <BulkBar {...bulk} />
          </form>
        )}
      </Card>
      <nav aria-label="More people" className="flex justify-between text-sm">
        <span>{pages.newer && <PageLink href={pages.newer} rel="prev" label="← Previous" />}</span>
        <span>{pages.older && <PageLink href={pages.older} rel="next" label="Next →" />}</span>
      </nav>
      <p className="text-xs text-muted-foreground">{note}</p>
    </>
  )
}

const PageLink = ({ href, rel, label }: { href: string; rel: string; label: string }) => (
  <Button asChild variant="outline" className="bg-card">
    <a href={href} rel={rel}>
      {label}
    </a>
  </Button>
)

type FilterProps = Pick<
  LeadsProps,
  'search' | 'filters' | 'chips' | 'keep' | 'summary' | 'exports' | 'causes'
>

const Filters = ({ search, filters, chips, keep, summary, exports, causes }: FilterProps) => (
  <>
    <search>
      <form method="get" action="/leads" className="flex flex-wrap items-center gap-2 border-b p-3">
        <Hidden values={keep} />
        <div className="relative min-w-52 flex-1">
          <Search
            aria-hidden="true"
            className="absolute inset-y-0 left-3 my-auto size-4 text-muted-foreground"
          />
          <Input
            type="search"
            name="q"
            aria-label="Name, address or phone"
            placeholder="Name, address or phone"
            defaultValue={search}
            className="border-border pl-9 md:text-sm"
          />
        </div>
        <Button>Show</Button>
        <details className="unfolded max-md:w-full" open={filters.some(({ chosen }) => chosen)}>
          <summary className="flex w-fit cursor-pointer list-none items-center gap-2 rounded-md border px-3 py-1.5 text-sm font-semibold md:hidden">
            <SlidersHorizontal aria-hidden="true" className="size-4" />
            Filters
          </summary>
          <div className="flex flex-wrap gap-2 max-md:grid max-md:grid-cols-2 max-md:pt-2">
            {filters.map(({ name, label, chosen, choices }) => (
              <NativeSelect
                key={name}
                name={name}
                aria-label={label}
                defaultValue={chosen}
                className={`text-sm font-medium md:max-w-32 ${chosen ? 'border-chart bg-wait-ground text-wait' : 'border-border'}`}
              >
                <NativeSelectOption value="">Any {label.toLowerCase()}</NativeSelectOption>
                {choices.map(({ value, label }) => (
                  <NativeSelectOption key={value} value={value}>
                    {label}
                  </NativeSelectOption>
                ))}
              </NativeSelect>
            ))}
          </div>
        </details>
      </form>
    </search>
    <p className="flex flex-wrap items-center gap-2 border-b px-4 py-2 text-sm">
      {summary && <strong className="font-semibold">{summary}</strong>}
      {chips.map(({ label, href }) => (
        <Badge key={label} asChild className="rounded-md bg-wait-ground text-wait hover:underline">
          <a href={href} aria-label={`Without ${label}`}>
            {label}
            <X aria-hidden="true" />
          </a>
        </Badge>
      ))}
      {chips.length > 0 && (
        <a href="/leads" className="text-muted-foreground hover:underline">
          Clear all
        </a>
      )}
      {causes && (
        <a href={causes} className="underline">
          By cause, with what to do
        </a>
      )}
      <Button asChild variant="outline" size="sm" className="ml-auto">
        <a href={exports}>
          <Download aria-hidden="true" />
          Export
        </a>
      </Button>
    </p>
  </>
)

const columns = Object.entries(leadColumns) as [LeadColumn, (typeof leadColumns)[LeadColumn]][]

const People = ({ headings, rows }: Pick<LeadsProps, 'headings' | 'rows'>) => (
  <table className="w-full text-left text-sm max-md:block">
    <thead className="border-b bg-muted text-xs text-muted-foreground max-md:block">
      <tr className="max-md:block">
        <td className="w-10 py-2.5 pl-4 max-md:block max-md:w-auto">
          <ChooseAll />
        </td>
        {columns.map(([name, { label }]) => (
          <th
            key={name}
            scope="col"
            aria-sort={headings[name]?.sort}
            className="px-3 py-2.5 font-medium aria-[sort]:text-foreground max-md:hidden"
          >
            <Heading label={label} {...headings[name]} />
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="max-md:block">
      {rows.map((row) => (
        <tr
          key={row.id}
          className="border-b last:border-0 hover:bg-muted/60 has-checked:bg-wait-ground has-checked:**:data-[slot=badge]:border-current/30 max-md:relative max-md:block max-md:py-3 max-md:pl-11"
        >
          <td className="py-3 pl-4 max-md:absolute max-md:top-2 max-md:left-0">
            <input
              type="checkbox"
              name="lead"
              value={row.id}
              aria-label={`Choose ${row.name}`}
              className="size-4 accent-chart"
            />
          </td>
          {columns.map(([name, { Cell, phone }]) => {
            const Tag = name === 'person' ? 'th' : 'td'
            return (
              <Tag
                key={name}
                scope={name === 'person' ? 'row' : undefined}
                className={`px-3 py-2.5 text-left align-middle font-normal max-md:block max-md:py-0.5 ${phone}`}
              >
                <Cell {...row} />
              </Tag>
            )
          })}
        </tr>
      ))}
    </tbody>
  </table>
)

function Heading({ label, href, sort }: { label: string; href?: string; sort?: 'ascending' | 'descending' }) {
  if (!href) return label
  const Icon = sort === 'ascending' ? ArrowUp : sort === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <a href={href} className="inline-flex items-center gap-1 hover:underline">
      {label}
      <Icon aria-hidden="true" className="size-3.5" />
    </a>
  )
}
