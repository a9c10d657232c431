import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { type Lead, nameOf } from '../../../core/lead.ts'
import { withQuery } from '../../format/with-query.ts'
import type { Filters } from '../../server/filters.ts'
import { type BulkProps, ChooseAll } from './bulk-bar.tsx'
import type { Column } from './columns/column.ts'
import { columns } from './columns.tsx'

type LeadTableProps = { filters: Filters; leads: Lead[]; list: string; bulk: BulkProps }

/** One row for each person. The boxes in the first column choose people for the bar below the table. */
export const LeadTable = ({ filters, leads, list, bulk }: LeadTableProps) => (
  <table className="w-full text-left text-sm max-md:block">
    <thead className="border-b bg-muted text-xs text-muted-foreground max-md:block">
      <tr className="max-md:block">
        <td className="w-10 py-2.5 pl-4 max-md:block max-md:w-auto">
          <ChooseAll {...bulk} />
        </td>
        {columns.map((column) => (
          <Heading key={column.label} column={column} filters={filters} />
        ))}
      </tr>
    </thead>
    {/* The bar for the chosen people must not cover the row that has the focus. */}
    <tbody className="max-md:block [&_a]:scroll-mb-24 [&_input]:scroll-mb-24 max-md:[&_a]:scroll-mb-56 max-md:[&_input]:scroll-mb-56">
      {leads.map((lead) => (
        <tr
          key={lead.id}
          className="border-b last:border-0 hover:bg-muted/60 has-checked:bg-wait-ground has-checked:**:data-[slot=badge]:border-current/30 max-md:relative max-md:block max-md:py-3 max-md:pl-11"
        >
          <td className="py-3 pl-4 max-md:absolute max-md:top-2 max-md:left-0">
            <input
              type="checkbox"
              name="lead"
              value={lead.id}
              aria-label={`Choose ${nameOf(lead)}`}
              className="block size-4 accent-chart"
            />
          </td>
          {columns.map(({ label, Cell, place }, index) => {
            const Tag = index === 0 ? 'th' : 'td'
            return (
              <Tag
                key={label}
                scope={index === 0 ? 'row' : undefined}
                className={`px-2 py-2.5 text-left align-middle font-normal max-md:block max-md:py-0.5 max-md:empty:hidden ${place}`}
              >
                <Cell lead={lead} list={list} />
              </Tag>
            )
          })}
        </tr>
      ))}
    </tbody>
  </table>
)

/** The heading of a column. A click on it sorts the list, and a second click turns the order round. */
function Heading({ column: { label, orders }, filters }: { column: Column; filters: Filters }) {
  const order = filters.sort || 'newest'
  const isUp = order === 'oldest' || !(order === 'newest' || order.endsWith('-down'))
  const sort = orders?.includes(order) ? (isUp ? 'ascending' : 'descending') : undefined
  const Icon = sort === 'ascending' ? ArrowUp : sort === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={sort}
      className="px-2 py-2.5 font-medium aria-[sort]:text-foreground max-md:hidden"
    >
      {orders ? (
        <a
          href={withQuery('/leads', { ...filters, sort: order === orders[0] ? orders[1] : orders[0] })}
          className="inline-flex items-center gap-1 hover:underline"
        >
          {label}
          <Icon aria-hidden="true" className="size-3.5" />
        </a>
      ) : (
        label
      )}
    </th>
  )
}
