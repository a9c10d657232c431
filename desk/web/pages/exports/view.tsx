import Download from 'lucide-react/icons/download'
import { Button } from '@/components/ui/button'
import { CardDescription } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { platforms, reasons } from '../../../core/conversions.ts'
import type { ExportCounts, Use } from '../../../core/exports.ts'
import { countedPeople, grouped } from '../../../core/figures.ts'
import { searchNote } from '../../../core/leads.ts'
import { readPeriod, spanOf, spans, zone } from '../../../core/period.ts'
import { mostCounted, renderAmount } from '../../format/amounts.ts'
import { tellDays } from '../../format/when.ts'
import { withQuery } from '../../format/with-query.ts'
import { Hidden } from '../../parts/hidden.tsx'
import { Section } from '../../parts/section.tsx'
import { type Filters, hasFilters } from '../../server/filters.ts'
import { chipsOf } from '../leads/chips.ts'
import { files } from './files.ts'

export type ExportsProps = {
  /** Empty if the files have the people of the list. */
  chosen: string[]
  filters: Filters
  counts: ExportCounts
  /** The file with everything leaves out nobody. */
  hasAll: boolean
}

export function Exports({ chosen, filters, counts, hasAll }: ExportsProps) {
  const { people, is_more: hasMore, is_cut: isCut } = counts
  const isChosen = chosen.length > 0
  const amount = renderAmount(hasMore ? mostCounted + 1 : people)
  const note = [
    hasMore && `Only ${countedPeople(people)} of the list were counted here. The files contain everyone.`,
    isCut && searchNote,
  ]
  return (
    <>
      <p className="text-sm">
        <strong className="font-semibold">
          {isChosen ? `${amount}, selected` : [daysOf(filters), amount, ...wordsOf(filters)].join(', ')}
        </strong>{' '}
        <a
          href={isChosen || !hasFilters(filters) ? '/leads' : withQuery('/leads', filters)}
          className="text-muted-foreground underline"
        >
          Choose others in the list
        </a>
      </p>
      <div className="grid gap-4 md:grid-cols-2">
        {(Object.keys(files) as Use[]).map((use) => (
          <ExportFile
            key={use}
            use={use}
            counts={counts}
            hasAll={hasAll && use === 'everything'}
            values={isChosen ? { lead: chosen.join() } : filters}
          />
        ))}
      </div>
      <p className="text-xs text-muted-foreground">
        Meta (Facebook, Instagram) needs no file. Whoever set up the site can connect it. It then gets leads,
        booked calls and sales automatically, and each person’s history shows what it got.
      </p>
      {note.some(Boolean) && (
        <p className="text-xs text-muted-foreground">{note.filter(Boolean).join(' ')}</p>
      )}
    </>
  )
}

/** In the time zone that counts the days. */
function daysOf(filters: Filters) {
  const period = readPeriod(filters, '')
  const { from, to } = period
  const days = spanOf(period)
  if (days === 'all') return 'All time'
  return `${days ? (spans[days] ?? '') : tellDays(from, to)}, ${zone()}`
}

/** Without the days. */
const wordsOf = (filters: Filters) => chipsOf({ ...filters, from: '', to: '' }).map(({ label }) => label)

/** At least so many, if not all were counted. */
const amountOf = (fitting: number, hasMore: boolean) =>
  !hasMore
    ? countedPeople(fitting)
    : fitting > 0
      ? `At least ${countedPeople(fitting)}`
      : 'None of those counted'

type ExportFileProps = {
  use: Use
  counts: ExportCounts
  hasAll: boolean
  values: Record<string, string>
}

function ExportFile({ use, counts, hasAll, values }: ExportFileProps) {
  const { title, about, weekly } = files[use]
  const own = hasAll ? [] : counts.files.filter(({ file }) => file === use)
  const fitting = hasAll ? counts.people : (own.find(({ reason }) => !reason)?.people ?? 0)
  const leftOut = own.filter(({ reason }) => reason).sort((one, other) => other.people - one.people)
  const isFirst = use === 'everything'
  return (
    <Section
      title={title}
      about={<CardDescription>{about}</CardDescription>}
      foot={
        fitting === 0 && !counts.is_more ? (
          <p className="text-sm text-muted-foreground">There is nothing to download.</p>
        ) : (
          <form method="get" action="/leads.csv" className="flex flex-wrap items-end gap-3">
            <Hidden values={{ ...values, for: use }} />
            {use in platforms && (
              <>
                <Label className="grid w-48 gap-1 text-xs">
                  Goal for a lead
                  <Input
                    name="conversion"
                    required
                    maxLength={100}
                    defaultValue="Lead"
                    className="md:text-sm"
                  />
                </Label>
                <Label className="grid w-48 gap-1 text-xs">
                  Goal for a won lead (optional)
                  <Input name="sale" maxLength={100} defaultValue="Sale" className="md:text-sm" />
                </Label>
              </>
            )}
            <Button variant={isFirst ? 'default' : 'outline'} className={isFirst ? '' : 'bg-card'}>
              <Download aria-hidden="true" />
              Download<span className="sr-only"> {title.toLowerCase()}</span>
            </Button>
          </form>
        )
      }
      className="gap-4"
      contentClassName="grow text-sm"
    >
      <strong className="text-2xl font-semibold tabular-nums">{amountOf(fitting, counts.is_more)}</strong>
      {leftOut.length > 0 && (
        <>
          <p className="pt-2 text-muted-foreground">{counts.is_more ? 'Left out, at least:' : 'Left out:'}</p>
          <ul className="list-disc pl-5">
            {leftOut.map(({ reason, people }) => (
              <li key={reason}>{`${grouped(people)} ${reasons[reason ?? ''] ?? reason}`}</li>
            ))}
          </ul>
        </>
      )}
      {weekly && (
        <ol className="mt-3 list-decimal space-y-1 pl-5 text-xs text-muted-foreground">
          {weekly.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      )}
    </Section>
  )
}
