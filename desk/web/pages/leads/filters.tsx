import Download from 'lucide-react/icons/download'
import Search from 'lucide-react/icons/search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { NativeSelect, NativeSelectOption } from '@/components/ui/native-select'
import { Hidden } from '../../parts/hidden.tsx'
import { ShowButton } from '../../parts/show-button.tsx'

export type LeadFiltersProps = {
  search: string
  /** The source can be typed, because there may be hundreds. */
  source: { chosen: string; choices: string[] }
  filters: { name: string; label: string; chosen: string; choices: { value: string; label: string }[] }[]
  /** The filters that are set. A click on a filter removes it. */
  chips: { label: string; href: string }[]
  /** These parameters stay in the address when the operator searches. */
  keep: Record<string, string>
  summary: string
  /** The page that exports the people of the list. */
  exports: string
  /** The page that shows one person to call after the other. */
  calls?: string
  /** The page that groups failed mails by cause. */
  causes?: string
  /** The address of the page Texting. It is linked if the list is filtered by consent. */
  texting?: string
}

/** The search and the filters of the list, and how many people pass them. */
export const LeadFilters = ({
  search,
  source,
  filters,
  chips,
  keep,
  summary,
  exports,
  calls,
  causes,
  texting,
}: LeadFiltersProps) => (
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
        <ShowButton />
        <details
          className="unfolded max-md:w-full"
          open={source.chosen !== '' || filters.some(({ chosen }) => chosen)}
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
              defaultValue={source.chosen}
              data-auto-submit
              className={`text-sm font-medium md:w-40 md:text-sm ${source.chosen ? 'border-chart bg-wait-ground text-wait' : 'border-border'}`}
            />
            <datalist id="sources">
              {source.choices.map((choice) => (
                <option key={choice} value={choice} />
              ))}
            </datalist>
            {filters.map(({ name, label, chosen, choices }) => (
              <NativeSelect
                key={name}
                name={name}
                aria-label={label}
                defaultValue={chosen}
                data-auto-submit
                className={`text-sm font-medium md:max-w-36 ${chosen ? 'border-chart bg-wait-ground text-wait' : 'border-border'}`}
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
    <div className="flex items-start gap-2 border-b px-4 py-2 text-sm">
      <p className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-2">
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
        {calls && (
          <a href={calls} className="font-medium underline">
            Start calling
          </a>
        )}
        {texting && (
          <a href={texting} className="underline">
            Stopped numbers, and asking to confirm
          </a>
        )}
        {causes && (
          <a href={causes} className="underline">
            By cause, with what to do
          </a>
        )}
      </p>
      <Button asChild variant="outline" size="sm">
        <a href={exports}>
          <Download aria-hidden="true" />
          Export
        </a>
      </Button>
    </div>
  </>
)
