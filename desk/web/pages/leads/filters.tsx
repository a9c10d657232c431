import Download from 'lucide-react/icons/download'
import Search from 'lucide-react/icons/search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { NativeSelect, NativeSelectOption } from '@/components/ui/native-select'
import type { LeadList } from '../../../core/lead.ts'
import { choiceNames, choices, type Origins } from '../../../core/leads.ts'
import { capitalized, noCampaign, sourceLabel } from '../../../core/words.ts'
import { renderAmount } from '../../format/amounts.ts'
import { withQuery } from '../../format/with-query.ts'
import { Hidden } from '../../parts/hidden.tsx'
import { ShowButton } from '../../parts/show-button.tsx'
import { type Filters, named } from '../../server/filters.ts'
import { chipsOf } from './chips.ts'

type LeadFiltersProps = { filters: Filters; found: LeadList; origins: Origins }

const lookOf = (isChosen: boolean) => (isChosen ? 'border-chart bg-wait-ground text-wait' : 'border-border')

/** The search and the filters of the list, and how many people pass them. */
export const LeadFilters = ({ filters, found, origins }: LeadFiltersProps) => (
  <>
    <search>
      <form method="get" action="/leads" className="flex flex-wrap items-center gap-2 border-b p-3">
        <Hidden values={keptOf(filters)} />
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
            defaultValue={filters.q}
            className="border-border pl-9 md:text-sm"
          />
        </div>
        <ShowButton />
        <details
          className="unfolded max-md:w-full"
          open={[filters.source, filters.variant, ...choiceNames.map((name) => filters[name])].some(Boolean)}
        >
          <summary className="flex w-fit cursor-pointer list-none items-center gap-2 rounded-md border px-3 py-1.5 text-sm font-semibold md:hidden">
            <SlidersHorizontal aria-hidden="true" className="size-4" />
            Filters
          </summary>
          <div className="flex flex-wrap gap-2 max-md:grid max-md:grid-cols-2 max-md:pt-2">
            <Input
              name="source"
              list="sources"
              aria-label="Source"
              placeholder="Any source"
              autoComplete="off"
              defaultValue={filters.source && sourceLabel(filters.source)}
              data-auto-submit
              className={`text-sm font-medium md:w-40 md:text-sm ${lookOf(filters.source !== '')}`}
            />
            <datalist id="sources">
              {[...origins.sources, noCampaign].map((source) => (
                <option key={source} value={sourceLabel(source)} />
              ))}
            </datalist>
            {(origins.variants.length > 0 || filters.variant) && (
              <Choice name="variant" chosen={filters.variant} options={named(['', ...origins.variants])} />
            )}
            {choiceNames.map((name) => (
              <Choice
                key={name}
                name={name}
                chosen={filters[name]}
                options={Object.entries(choices[name].values)}
              />
            ))}
          </div>
        </details>
      </form>
    </search>
    <Chosen filters={filters} found={found} />
  </>
)

/** Returns the parameters that stay in the address when the operator searches. */
const keptOf = ({ days, from, to, sort }: Filters) => ({ days, from, to, sort })

type ChoiceProps = { name: string; chosen: string; options: [string, string][] }

const Choice = ({ name, chosen, options }: ChoiceProps) => (
  <NativeSelect
    name={name}
    aria-label={capitalized(name)}
    defaultValue={chosen}
    data-auto-submit
    className={`text-sm font-medium md:max-w-36 ${lookOf(chosen !== '')}`}
  >
    <NativeSelectOption value="">Any {name}</NativeSelectOption>
    {options.map(([value, label]) => (
      <NativeSelectOption key={value} value={value}>
        {label}
      </NativeSelectOption>
    ))}
  </NativeSelect>
)

/** How many people pass the filters, and which these are. A click on a filter removes it. */
function Chosen({ filters, found: { leads, count } }: { filters: Filters; found: LeadList }) {
  const chips = chipsOf(filters)
  return (
    <div className="flex items-start gap-2 border-b px-4 py-2 text-sm">
      <p className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-2">
        {count !== null && (
          <strong className="font-semibold">
            {`${renderAmount(count)}${filters.touched ? ' were touched' : ''}`}
          </strong>
        )}
        {chips.map(({ name, label }) => (
          <Badge key={label} asChild className="rounded-md bg-wait-ground text-wait hover:underline">
            <a
              href={withQuery('/leads', { ...filters, [name]: '', touched: '' })}
              aria-label={`Without ${label}`}
            >
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
        {filters.calls === 'today' && leads.length > 0 && (
          <a href="/calls" className="font-medium underline">
            Start calling
          </a>
        )}
        {filters.consent && (
          <a href="/texting" className="underline">
            Stopped numbers, and asking to confirm
          </a>
        )}
        {filters.mails === 'failed' && (
          <a href="/mails" className="underline">
            By cause, with what to do
          </a>
        )}
      </p>
      <Button asChild variant="outline" size="sm">
        <a href={withQuery('/exports', filters)}>
          <Download aria-hidden="true" />
          Export
        </a>
      </Button>
    </div>
  )
}
