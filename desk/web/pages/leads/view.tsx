import { Card } from '@/components/ui/card'
import { grouped } from '../../../core/figures.ts'
import type { LeadList } from '../../../core/lead.ts'
import { mostSorted, type Origins, searchNote } from '../../../core/leads.ts'
import { withQuery } from '../../format/with-query.ts'
import { Form } from '../../parts/form.tsx'
import { Hidden } from '../../parts/hidden.tsx'
import { Island } from '../../parts/island.tsx'
import { useMay } from '../../parts/may.tsx'
import { NoDefaultButton } from '../../parts/no-default-button.tsx'
import type { Attention } from '../../server/attention.ts'
import type { Filters } from '../../server/filters.ts'
import { bulkOf, type Help } from './bulk.ts'
import { ColumnMenu } from './column-menu.tsx'
import { columns } from './columns.tsx'
import { LeadFilters } from './filters.tsx'
import { Nobody } from './nobody.tsx'
import type { Own } from './own.ts'
import { Paging } from './paging.tsx'
import { SavedViews } from './saved-views.tsx'
import { LeadTable } from './table.tsx'
import type { WayOn } from './ways-on.ts'

export type LeadsProps = {
  filters: Filters
  found: LeadList
  origins: Origins
  attention: Attention
  /** The query string by which the operator comes back to this list. */
  list: string
  /** A digest of the people in the list. Empty if its emails cannot be sent or dropped. */
  seen: string
  /** As the link to this page says. */
  page: number
  /** Missing if a resend may help all. */
  help?: Help
  own: Own
  /** Missing if this list has somebody, or if there is nobody at all. */
  way?: WayOn
  /** Where people sign up. */
  site?: string
}

/** The list has too many people for the chosen order. */
const sortNote = `The newest come first: only a list of up to ${grouped(mostSorted)} people can be sorted this way. Set a filter.`

/** There are more sources than the field suggests. */
const sourcesNote =
  'The field suggests the first 2,000 sources. Type any other with its kind, such as “campaign: autumn”.'

export function Leads({
  filters,
  found,
  origins,
  attention,
  list,
  page,
  seen,
  help,
  own,
  way,
  site,
}: LeadsProps) {
  const may = useMay()
  const all = bulkOf(filters, found, help)
  const bulk = {
    ...all,
    status: may('requeue_messages') ? all.status : undefined,
    canExport: may('count_exports'),
  }
  const note = [found.is_cut && searchNote, origins.is_cut && sourcesNote].filter(Boolean).join(' ')
  const shown = columns.filter(({ label }, index) => index === 0 || !own.hidden.includes(label))
  return (
    <>
      <SavedViews filters={filters} attention={attention} own={own.views} list={list} />
      <Card className="gap-0 overflow-clip py-0 print:border-0 print:shadow-none">
        <LeadFilters filters={filters} found={found} origins={origins}>
          <ColumnMenu shown={shown} list={list} />
        </LeadFilters>
        {!found.is_sorted && (
          <p className="border-b bg-wait-ground px-3 py-1.5 text-sm text-wait">{sortNote}</p>
        )}
        {found.leads.length === 0 ? (
          <Nobody filters={filters} way={way} site={site} />
        ) : (
          <Form action="/mails">
            <NoDefaultButton />
            <Hidden values={{ list, status: bulk.status ?? '', seen }} />
            <LeadTable filters={filters} columns={shown} found={found} list={list} bulk={bulk} />
            <Island name="BulkBar" props={bulk} />
          </Form>
        )}
      </Card>
      <Paging filters={filters} found={found} page={page} />
      {/* New people are on the first page of the newest only. */}
      {!filters.touched && (
        <Island
          name="NewPeople"
          props={{
            ask: withQuery('/new', { ...filters, seen: found.read_at }),
            href: withQuery('/leads', { ...filters, sort: '' }),
          }}
        />
      )}
      {note && <p className="text-xs text-muted-foreground">{note}</p>}
    </>
  )
}
