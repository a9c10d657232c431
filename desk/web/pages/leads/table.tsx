import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { type BulkProps, ChooseAll } from './bulk-bar.tsx'
import { type LeadColumn, type LeadRow, leadColumns } from './columns.tsx'

export type LeadTableProps = {
  /** A click on the heading of such a column sorts the list. */
  headings: Partial<Record<LeadColumn, { href: string; sort?: 'ascending' | 'descending' }>>
  rows: LeadRow[]
  bulk: BulkProps
}

const columns = Object.entries(leadColumns) as [LeadColumn, (typeof leadColumns)[LeadColumn]][]

/** One row for each person. The boxes in the first column choose people for the bar below the table. */
export const LeadTable = ({ headings, rows, bulk }: LeadTableProps) => (
  <table className="w-full text-left text-sm max-md:block">
    <thead className="border-b bg-muted text-xs text-muted-foreground max-md:block">
      <tr className="max-md:block">
        <td className="w-10 py-2.5 pl-4 max-md:block max-md:w-auto">
          <ChooseAll {...bulk} />
        </td>
        {columns.map(([name, { label }]) => (
          <th
            key={name}
            scope="col"
            aria-sort={headings[name]?.sort}
            className="px-2 py-2.5 font-medium aria-[sort]:text-foreground max-md:hidden"
          >
            <Heading label={label} {...headings[name]} />
          </th>
        ))}
      </tr>
    </thead>
    {/* The bar for the chosen people must not cover the row that has the focus. */}
    <tbody className="max-md:block [&_a]:scroll-mb-24 [&_input]:scroll-mb-24 max-md:[&_a]:scroll-mb-56 max-md:[&_input]:scroll-mb-56">
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
              className="block size-4 accent-chart"
            />
          </td>
          {columns.map(([name, { Cell, place }]) => {
            const Tag = name === 'person' ? 'th' : 'td'
            return (
              <Tag
                key={name}
                scope={name === 'person' ? 'row' : undefined}
                className={`px-2 py-2.5 text-left align-middle font-normal max-md:block max-md:py-0.5 max-md:empty:hidden ${place}`}
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
