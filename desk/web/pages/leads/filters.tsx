import Download from 'lucide-react/icons/download'
import Plus from 'lucide-react/icons/list-filter-plus'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { NativeSelect, NativeSelectOption } from '@/components/ui/native-select'
import type { LeadList } from '../../../core/lead.ts'
import { choiceNames, choices, type Origins } from '../../../core/leads.ts'
import { capitalized, noCampaign, sourceLabel, variantWords } from '../../../core/words.ts'
import { tellCount } from '../../format/amounts.ts'
import { withQuery } from '../../format/with-query.ts'
import { Hidden } from '../../parts/hidden.tsx'
import { IfMay } from '../../parts/may.tsx'
import { Menu } from '../../parts/menu.tsx'
import { ShowButton } from '../../parts/show-button.tsx'
import { type Filters, named } from '../../server/filters.ts'
import { chipsOf, filterLabel } from './chips.ts'
import { orders } from './orders.ts'

type LeadFiltersProps = { filters: Filters; found: LeadList; origins: Origins; children?: ReactNode }

export const LeadFilters = ({ filters, found, origins, children }: LeadFiltersProps) => (
  <div className="flex flex-wrap items-center gap-2 border-b p-2 text-sm max-md:py-1.5">
    <search className="contents">
      <form method="get" action="/leads" className="contents">
        <Hidden values={keptOf(filters)} />
        <div className="relative min-w-0 flex-1 md:max-w-64 md:min-w-36 print:hidden">
          <Search
            aria-hidden="true"
            className="absolute inset-y-0 left-3 my-auto size-4 text-muted-foreground"
          />
          <Input
            type="search"
            name="q"
            aria-label="Name, address or phone"
            placeholder="Name, email, phone"
            defaultValue={filters.q}
            className="border-border pl-9 md:text-sm"
          />
        </div>
        <ShowButton />
        <Menu id="filters" label={<span className="max-lg:sr-only">Filter and sort</span>} Icon={Plus}>
          <div className="grid w-full grid-cols-2 gap-3 md:w-md">
            <Label className="grid gap-1">
              Source
              <Input
                name="source"
                list="sources"
                placeholder="Any source"
                autoComplete="off"
                defaultValue={filters.source && sourceLabel(filters.source)}
                data-auto-submit
                className={`font-medium md:text-sm ${lookOf(filters.source !== '')}`}
              />
            </Label>
            <datalist id="sources">
              {[...origins.sources, noCampaign].map((source) => (
                <option key={source} value={sourceLabel(source)} />
              ))}
            </datalist>
            {(origins.variants.length > 0 || filters.variant) && (
              <Choice
                name="variant"
                chosen={filters.variant}
                options={named(['', ...origins.variants]).map(([value, name]) => [value, variantWords(name)])}
              />
            )}
            {choiceNames.map((name) => (
              <Choice
                key={name}
                name={name}
                chosen={filters[name]}
                options={Object.entries(choices[name].values)}
              />
            ))}
            <Choice
              name="sort"
              label="Order"
              none={orders.newest}
              chosen={filters.sort}
              options={Object.entries(orders).filter(([order]) => order !== 'newest')}
            />
            <Button className="col-span-full">Show</Button>
          </div>
        </Menu>
      </form>
    </search>
    <Chosen filters={filters} found={found} />
    <div className="ml-auto flex flex-wrap items-center gap-2">
      {found.count !== null && (
        <strong className="px-1 font-semibold max-md:hidden">
          {filters.touched ? `Changed: ${tellCount(found)}` : tellCount(found)}
        </strong>
      )}
      {children}
      <IfMay call="count_exports">
        <Button asChild variant="outline" className="bg-card px-3 print:hidden">
          <a href={withQuery('/exports', filters)}>
            <Download aria-hidden="true" />
            <span className="max-lg:sr-only">Export</span>
          </a>
        </Button>
      </IfMay>
    </div>
  </div>
)

const lookOf = (isChosen: boolean) => (isChosen ? 'border-chart bg-wait-ground text-wait' : 'border-border')

/** They survive a new search. */
const keptOf = ({ days, from, to }: Filters) => ({ days, from, to })

type ChoiceProps = {
  name: string
  label?: string
  /** Shown if nothing is chosen. */
  none?: string
  chosen: string
  options: [string, string][]
}

const Choice = ({
  name,
  label = capitalized(filterLabel(name)),
  none = 'Any',
  chosen,
  options,
}: ChoiceProps) => (
  <Label className="grid gap-1">
    {label}
    <NativeSelect
      name={name}
      defaultValue={chosen}
      data-auto-submit
      className={`font-medium md:text-sm ${lookOf(chosen !== '')}`}
    >
      <NativeSelectOption value="">{none}</NativeSelectOption>
      {options.map(([value, label]) => (
        <NativeSelectOption key={value} value={value}>
          {label}
        </NativeSelectOption>
      ))}
    </NativeSelect>
  </Label>
)

const chipLink = 'inline-flex min-h-6 items-center'

/** A click on a filter removes it. */
function Chosen({ filters, found: { leads } }: Pick<LeadFiltersProps, 'filters' | 'found'>) {
  const chips = chipsOf(filters)
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-2 empty:hidden max-md:order-last max-md:basis-full">
      {chips.map(({ name, label }) => (
        <Badge key={label} asChild className="min-h-7 rounded-md bg-wait-ground text-wait hover:underline">
          <a
            href={withQuery('/leads', { ...filters, [name]: '', touched: '' })}
            aria-label={`Without ${label}`}
          >
            {label}
            <X aria-hidden="true" className="print:hidden" />
          </a>
        </Badge>
      ))}
      {chips.length > 0 && (
        <a href="/leads" className={`${chipLink} text-muted-foreground hover:underline print:hidden`}>
          Clear all
        </a>
      )}
      {filters.calls === 'today' && leads.length > 0 && (
        <IfMay call="record_contact">
          <a href="/calls" className={`${chipLink} font-medium underline print:hidden`}>
            Start calling
          </a>
        </IfMay>
      )}
      {filters.consent && (
        <a href="/texting" className={`${chipLink} underline print:hidden`}>
          Stopped numbers
        </a>
      )}
      {filters.mails === 'failed' && (
        <a href="/mails" className={`${chipLink} underline print:hidden`}>
          By cause, with what to do
        </a>
      )}
    </p>
  )
}
