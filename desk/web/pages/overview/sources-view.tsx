import ArrowDown from 'lucide-react/icons/arrow-down'
import { CardAction } from '@/components/ui/card'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { grouped, percent, shareOf } from '../../../core/figures.ts'
import type { Overview } from '../../../core/overview.ts'
import { sourceKind, sourceWords } from '../../../core/words.ts'
import { Section } from '../../parts/section.tsx'
import { groupings, orderOf, orders, rangeOf } from './sources.ts'

type Query = Record<string, string>

export type SourcesProps = {
  found: Pick<Overview, 'groups' | 'groupCount' | 'leads' | 'won'>
  by: keyof typeof groupings
  sort: keyof typeof orders
  /** As in the address. */
  sources?: string
  /** The address of this page with other choices. */
  link: (change: Query) => string
  /** The address of the period's leads with these filters. */
  leads: (filters: Query) => string
}

export function Sources({
  found: { groups, groupCount, leads: total, won },
  by,
  sort,
  sources,
  link,
  leads,
}: SourcesProps) {
  const { number, skip, most } = rangeOf(sources)
  const order = orderOf(by, sort)
  const columns: readonly (keyof typeof orders)[] = groupings[by].columns
  const largest = Math.max(1, ...groups.map((group) => group.leads))
  const page = (to: number) => link({ sources: String(to) })
  return (
    <Section
      title="Sources"
      beside={
        <CardAction className="max-w-full self-auto">
          <nav aria-label="Sources by" className="flex gap-0.5 rounded-lg bg-muted p-0.5">
            {Object.entries(groupings).map(([name, { label }]) => (
              <a
                key={label}
                href={link({ by: name, sources: '' })}
                aria-current={name === by ? 'true' : undefined}
                className="rounded-md px-2 py-1 text-xs font-medium text-muted-foreground hover:text-foreground aria-[current]:bg-card aria-[current]:text-foreground aria-[current]:shadow-sm"
              >
                {label}
              </a>
            ))}
          </nav>
        </CardAction>
      }
    >
      {groups.length === 0 ? (
        <p className="text-sm text-muted-foreground">Nobody came in this period.</p>
      ) : (
        <Table className={columns.length > 1 ? 'stacked' : ''}>
          <TableHeader className="text-xs text-muted-foreground [&_tr]:border-0">
            <TableRow className="hover:bg-transparent">
              <TableHead className="h-8 pl-2">{groupings[by].label}</TableHead>
              {columns.map((column) => (
                <TableHead
                  key={column}
                  aria-sort={column === order ? 'descending' : undefined}
                  className="h-8 text-right"
                >
                  <a
                    href={link({ sort: column, sources: number ? '1' : '' })}
                    className="inline-flex items-center gap-1 hover:underline aria-[current]:text-foreground"
                    aria-current={column === order ? 'true' : undefined}
                  >
                    {orders[column].label}
                    {column === order && <ArrowDown aria-hidden="true" className="size-3" />}
                  </a>
                </TableHead>
              ))}
            </TableRow>
          </TableHeader>
          <TableBody>
            {groups.map((group) => (
              <TableRow key={group.name} className="border-0">
                <TableCell className="relative w-2/5 max-w-0 py-1.5 pl-0 in-[.stacked]:max-sm:max-w-none">
                  <svg
                    aria-hidden="true"
                    className="absolute inset-y-0.5 left-0 h-[calc(100%-0.25rem)] w-full"
                  >
                    <rect
                      width={`${((100 * group.leads) / largest).toFixed(1)}%`}
                      height="100%"
                      rx="6"
                      className="fill-bar"
                    />
                  </svg>
                  <span className="relative block truncate px-2 py-0.5">
                    {by === 'source' || (by === 'campaign' && group.name) ? (
                      <a href={leads({ source: group.name })} className="font-medium hover:underline">
                        {groupName(group.name, by)}
                      </a>
                    ) : (
                      <span className="text-muted-foreground">{groupName(group.name, by)}</span>
                    )}{' '}
                    <small className="ml-1 text-xs text-muted-foreground max-sm:hidden">
                      {by === 'source' && sourceKind(group.name)}
                    </small>
                  </span>
                </TableCell>
                {columns.map((column) => (
                  <TableCell key={column} className="py-1.5 text-right tabular-nums sm:whitespace-nowrap">
                    {orders[column].write(group[column], won.currency)}{' '}
                    {column === 'leads' && (
                      <small className="block text-xs text-muted-foreground sm:ml-2 sm:inline-block sm:w-11">
                        {percent(shareOf(group.leads, total))}
                      </small>
                    )}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {number === 0 && groupCount > groups.length && (
        <a href={page(1)} className="mt-2 inline-block px-2 text-sm text-muted-foreground hover:underline">
          All {grouped(groupCount)}
        </a>
      )}
      {number > 0 && (
        <nav aria-label="Pages of sources" className="mt-2 flex gap-4 px-2 text-sm text-muted-foreground">
          <span>
            {grouped(skip + 1)}–{grouped(skip + groups.length)} of {grouped(groupCount)}
          </span>
          {number > 1 && (
            <a href={page(number - 1)} className="hover:underline">
              Previous
            </a>
          )}
          {skip + most < groupCount && (
            <a href={page(number + 1)} className="hover:underline">
              Next
            </a>
          )}
        </nav>
      )}
    </Section>
  )
}

function groupName(name: string, by: keyof typeof groupings) {
  if (!name) return `no ${by}`
  return by === 'source' || by === 'campaign' ? sourceWords(name) : name
}
