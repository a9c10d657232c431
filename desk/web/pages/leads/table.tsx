import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { type LeadList, nameOf } from '../../../core/lead.ts'
import { tellCount } from '../../format/amounts.ts'
import { withQuery } from '../../format/with-query.ts'
import type { Filters } from '../../server/filters.ts'
import { type BulkProps, ChooseAll } from './bulk-bar.tsx'
import type { Column } from './columns/column.ts'

type LeadTableProps = { filters: Filters; columns: Column[]; found: LeadList; list: string; bulk: BulkProps }

/** Browsers forget the roles of a table when rows are drawn as cards. The boxes have no heading. */
const as = (role: 'table' | 'rowgroup' | 'row' | 'cell' | 'rowheader' | 'columnheader') => ({ role })

/**
 * On a phone, a row is a card of at most three lines. The boxes choose people for the bar below. A wide table
 * scrolls sideways.
 */
export const LeadTable = ({ filters, columns, found, list, bulk }: LeadTableProps) => (
  <div className="wide-sheet scroll-shade md:overflow-x-auto print:overflow-visible">
    <table {...as('table')} className="w-full text-left text-sm max-md:block print:text-xs">
      <thead {...as('rowgroup')} className="border-b bg-muted text-xs text-muted-foreground max-md:block">
        <tr {...as('row')} className="max-md:block">
          <td
            {...as('cell')}
            className="w-10 pl-3 max-md:flex max-md:w-auto max-md:items-center max-md:justify-between max-md:pr-3 print:hidden"
          >
            <ChooseAll {...bulk} />
            {found.count !== null && (
              <strong className="font-semibold text-foreground md:hidden">{tellCount(found)}</strong>
            )}
          </td>
          {columns.map((column) => (
            <Heading key={column.label} column={column} filters={filters} />
          ))}
        </tr>
      </thead>
      {/* The bar must not cover the row with the focus. */}
      <tbody
        {...as('rowgroup')}
        className="max-md:block [&_a]:scroll-mb-24 [&_input]:scroll-mb-24 max-md:[&_a]:scroll-mb-56 max-md:[&_input]:scroll-mb-56"
      >
        {found.leads.map((lead) => (
          <tr
            key={lead.id}
            {...as('row')}
            className="border-b last:border-0 hover:bg-muted/60 has-checked:bg-wait-ground md:h-12 print:h-auto has-checked:**:data-[slot=badge]:border-current/30 max-md:relative max-md:flex max-md:max-h-20 max-md:flex-wrap max-md:content-start max-md:items-center max-md:gap-x-2 max-md:gap-y-1 max-md:overflow-clip max-md:py-1.5 max-md:pl-11"
          >
            <td
              {...as('cell')}
              className="pl-3 max-md:absolute max-md:top-0 max-md:left-0 max-md:z-1 max-md:pl-0 print:hidden"
            >
              <label className="flex size-7 items-center justify-center max-md:size-11">
                <input
                  type="checkbox"
                  name="lead"
                  value={lead.id}
                  aria-label={`Select ${nameOf(lead)}`}
                  className="block size-4 accent-chart max-md:size-6"
                />
              </label>
            </td>
            {columns.map(({ label, Cell, place }, index) => {
              const Tag = index === 0 ? 'th' : 'td'
              return (
                <Tag
                  key={label}
                  {...as(index === 0 ? 'rowheader' : 'cell')}
                  scope={index === 0 ? 'row' : undefined}
                  className={`px-1.5 py-px text-left align-middle font-normal whitespace-nowrap print:whitespace-normal md:last:pr-3 max-md:block max-md:p-0 max-md:empty:hidden ${place}`}
                >
                  <Cell lead={lead} list={list} />
                </Tag>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** A second click turns the order round. */
function Heading({ column: { label, orders }, filters }: { column: Column; filters: Filters }) {
  const order = filters.sort || 'newest'
  const isUp = order === 'oldest' || !(order === 'newest' || order.endsWith('-down'))
  const sort = orders?.includes(order) ? (isUp ? 'ascending' : 'descending') : undefined
  const Icon = sort === 'ascending' ? ArrowUp : sort === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <th
      {...as('columnheader')}
      scope="col"
      aria-sort={sort}
      className="relative px-1.5 font-medium whitespace-nowrap last:pr-3 aria-[sort]:text-foreground max-md:sr-only"
    >
      {label}
      {/* A phone has the order among the filters. */}
      {orders && (
        <a
          href={withQuery('/leads', { ...filters, sort: order === orders[0] ? orders[1] : orders[0] })}
          aria-label={`Sort by ${label.toLowerCase()}`}
          className="ml-1 inline-flex h-8 items-center align-middle after:absolute after:inset-0 max-md:hidden print:hidden"
        >
          <Icon aria-hidden="true" className="size-3.5" />
        </a>
      )}
    </th>
  )
}
