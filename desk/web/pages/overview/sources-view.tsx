import ArrowDown from 'lucide-react/icons/arrow-down'
import { CardAction } from '@/components/ui/card'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { Section } from '../../parts/section.tsx'

export type SourcesProps = {
  /** The ways in which the leads can be grouped. */
  tabs: { label: string; href: string; isChosen: boolean }[]
  heading: string
  headings: { label: string; href: string; isSorted: boolean }[]
  /** `figures` are in the order of the headings. */
  rows: { name: string; kind: string; href?: string; share: number; figures: string[] }[]
  /** Leads from the first groups to all of them. */
  all?: { label: string; href: string }
  /** Which groups are shown, with the addresses of the groups before and after them. */
  shown?: string
  previous?: string
  next?: string
}

/** Shows where the leads came from. */
export const Sources = ({ tabs, heading, headings, rows, all, shown, previous, next }: SourcesProps) => (
  <Section
    title="Sources"
    beside={
      <CardAction className="max-w-full self-auto">
        <nav aria-label="Sources by" className="flex gap-0.5 rounded-lg bg-muted p-0.5">
          {tabs.map(({ label, href, isChosen }) => (
            <a
              key={label}
              href={href}
              aria-current={isChosen ? 'true' : undefined}
              className="rounded-md px-2 py-1 text-xs font-medium text-muted-foreground hover:text-foreground aria-[current]:bg-card aria-[current]:text-foreground aria-[current]:shadow-sm"
            >
              {label}
            </a>
          ))}
        </nav>
      </CardAction>
    }
  >
    {rows.length === 0 ? (
      <p className="text-sm text-muted-foreground">Nobody came in this period.</p>
    ) : (
      <Table className={headings.length > 1 ? 'stacked' : ''}>
        <TableHeader className="text-xs text-muted-foreground [&_tr]:border-0">
          <TableRow className="hover:bg-transparent">
            <TableHead className="h-8 pl-2">{heading}</TableHead>
            {headings.map(({ label, href, isSorted }) => (
              <TableHead
                key={label}
                aria-sort={isSorted ? 'descending' : undefined}
                className="h-8 text-right"
              >
                <a
                  href={href}
                  className="inline-flex items-center gap-1 hover:underline aria-[current]:text-foreground"
                  aria-current={isSorted ? 'true' : undefined}
                >
                  {label}
                  {isSorted && <ArrowDown aria-hidden="true" className="size-3" />}
                </a>
              </TableHead>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody>
          {rows.map(({ name, kind, href, share, figures }) => (
            <TableRow key={`${kind}${name}`} className="border-0">
              <TableCell className="relative w-3/5 max-w-0 py-1.5 pl-0 in-[.stacked]:max-sm:max-w-none">
                <svg aria-hidden="true" className="absolute inset-y-0.5 left-0 h-[calc(100%-0.25rem)] w-full">
                  <rect width={`${(100 * share).toFixed(1)}%`} height="100%" rx="6" className="fill-bar" />
                </svg>
                <span className="relative block truncate px-2 py-0.5">
                  {href ? (
                    <a href={href} className="font-medium hover:underline">
                      {name}
                    </a>
                  ) : (
                    <span className="text-muted-foreground">{name}</span>
                  )}{' '}
                  <small className="ml-1 text-xs text-muted-foreground max-sm:hidden">{kind}</small>
                </span>
              </TableCell>
              {figures.map((figure, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change places
                <TableCell key={index} className="py-1.5 text-right tabular-nums">
                  {figure}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    )}
    {all && (
      <a href={all.href} className="mt-2 inline-block px-2 text-sm text-muted-foreground hover:underline">
        {all.label}
      </a>
    )}
    {shown && (
      <nav aria-label="Pages of sources" className="mt-2 flex gap-4 px-2 text-sm text-muted-foreground">
        <span>{shown}</span>
        {previous && (
          <a href={previous} className="hover:underline">
            Previous
          </a>
        )}
        {next && (
          <a href={next} className="hover:underline">
            Next
          </a>
        )}
      </nav>
    )}
  </Section>
)
