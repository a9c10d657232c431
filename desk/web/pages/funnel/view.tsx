import { Card, CardContent } from '@/components/ui/card'
import { Label } from '@/components/ui/label'
import { NativeSelect, NativeSelectOption } from '@/components/ui/native-select'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import type { BookingSteps } from '../../../core/booking.ts'
import { counted, grouped, percent, shareOf } from '../../../core/figures.ts'
import type { Period } from '../../../core/period.ts'
import { variantWords } from '../../../core/words.ts'
import { tellDays } from '../../format/when.ts'
import { Hidden } from '../../parts/hidden.tsx'
import { Section } from '../../parts/section.tsx'
import { ShowButton } from '../../parts/show-button.tsx'
import { named } from '../../server/filters.ts'
import { bookingStepsOf, columns, mostLost, type Step, stepName, stepsOf } from './steps.ts'
import type { Counts } from './weeks.ts'

export type FunnelProps = {
  period: Period
  /** The operator's choice, or ''. */
  variant: string
  variants: string[]
  campaign: string
  campaigns: string[]
  totals: Counts
  /** The oldest first: days with counts, or the weeks of a long period. */
  span: 'Day' | 'Week'
  rows: { from: string; to: string; counts: Counts }[]
  /** The visits that began with the link in an email. */
  watch_link: Counts
  /** People who got a reminder, and those of them who then started the video. */
  reminded: number
  returned: number
  bookings: BookingSteps
}

export function Funnel(props: FunnelProps) {
  const { totals, rows, watch_link: watched, reminded, returned, bookings } = props
  const steps = stepsOf(totals)
  return (
    <>
      <Filters {...props} />
      {rows.length === 0 ? (
        <Card className="py-5">
          <CardContent className="px-5 text-sm text-muted-foreground">
            There are no figures for this period. Choose other days, or open the landing page once.
          </CardContent>
        </Card>
      ) : (
        <>
          <Facts totals={totals} />
          <Section title="From the page view to the end of the video" className="gap-4">
            <Steps steps={steps} />
          </Section>
        </>
      )}
      {watched.video_begun ? (
        <p className="text-sm">
          {counted(watched.video_begun, 'more visit')} started the video by the link in an email, and{' '}
          {grouped(watched.video_100 ?? 0)} watched it to the end. They did not view this page, so they are
          not in the steps above. Repeat visits count each time.
        </p>
      ) : null}
      {reminded > 0 && (
        <p className="text-sm">
          Of {grouped(reminded)} reminded people, {grouped(returned)} then started the video (
          {percent(shareOf(returned, reminded))}).
        </p>
      )}
      {bookings.pressed > 0 && (
        <Section title="From the sign-up to the sale" className="gap-4">
          <Steps steps={bookingStepsOf(bookings)} isOfPeople />
          <p className="mt-2 text-xs text-muted-foreground">
            These are people who signed up in this period, not visits. Clicks in browsers that ask not to be
            tracked are not counted.
          </p>
        </Section>
      )}
      {rows.length > 1 && <Days {...props} />}
    </>
  )
}

/** What an operator wants to know first. */
function Facts({ totals }: Pick<FunnelProps, 'totals'>) {
  const { page_viewed: views = 0, unlocked = 0, form_begun: begun = 0, field_error: mistaken = 0 } = totals
  const most = mostLost(totals)
  return (
    <dl className="grid gap-3 sm:grid-cols-3 md:gap-4">
      <Fact
        label="Unlocked the video"
        value={enough(shareOf(unlocked, views))}
        note={`${grouped(unlocked)} of ${grouped(views)} views`}
      />
      <Fact
        label="Most visits end after"
        value={most ? stepName(most.from) : '–'}
        note={
          most
            ? `${grouped(most.lost)} of ${grouped(most.visits)} (${percent(shareOf(most.lost, most.visits))}) go no further`
            : 'Every visit reaches the video.'
        }
      />
      <Fact
        label="Forms with an error"
        value={enough(shareOf(mistaken, begun))}
        note={`${grouped(mistaken)} of ${grouped(begun)} forms started`}
      />
    </dl>
  )
}

const enough = (share: number | null) => (share === null ? 'not enough data' : percent(share))

const Fact = ({ label, value, note }: { label: string; value: string; note: string }) => (
  <div className="rounded-xl border bg-card p-4 shadow-sm sm:p-5">
    <dt className="text-sm text-muted-foreground">{label}</dt>
    <dd className="py-1 text-xl font-semibold tabular-nums xl:text-2xl">{value}</dd>
    <dd className="text-xs text-muted-foreground">{note}</dd>
  </div>
)

const Filters = ({ period, variant, variants, campaign, campaigns }: FunnelProps) => (
  <form method="get" action="/funnel" className="flex flex-wrap items-end gap-2">
    <Hidden values={period} />
    <Choice name="variant" label="Variant" chosen={variant} found={variants} write={variantWords} />
    <Choice name="campaign" label="Campaign" chosen={campaign} found={campaigns} />
    <ShowButton />
  </form>
)

type ChoiceProps = {
  name: string
  label: string
  chosen: string
  found: string[]
  write?: (name: string) => string
}

const Choice = ({ name, label, chosen, found, write = (text) => text }: ChoiceProps) => (
  <Label className="grid min-w-0 flex-1 gap-1 sm:max-w-56">
    {label}
    <NativeSelect name={name} defaultValue={chosen} data-auto-submit className="border-border bg-card">
      {[['', 'All'] as const, ...named(found)].map(([value, text]) => (
        <NativeSelectOption key={value} value={value}>
          {write(text)}
        </NativeSelectOption>
      ))}
    </NativeSelect>
  </Label>
)

/** Of visits, or of people. */
const Steps = ({ steps, isOfPeople = false }: { steps: Step[]; isOfPeople?: boolean }) => (
  <Table>
    <TableHeader className="text-xs text-muted-foreground [&_tr]:border-0">
      <TableRow className="hover:bg-transparent">
        <TableHead className="h-8 pl-2">Step</TableHead>
        <TableHead className="h-8 w-20 text-right">{isOfPeople ? 'People' : 'Visits'}</TableHead>
        <TableHead className="h-8 text-right whitespace-normal sm:w-32">Of the previous step</TableHead>
        <TableHead className="h-8 w-32 text-right whitespace-normal max-sm:hidden">
          {isOfPeople ? 'Of sign-ups' : 'Of views'}
        </TableHead>
      </TableRow>
    </TableHeader>
    <TableBody>
      {steps.map(({ name, visits, ofBefore, ofViews }) => (
        <TableRow key={name} className="border-0">
          <TableCell className="relative w-3/5 max-w-0 py-1.5 pl-0">
            <svg aria-hidden="true" className="absolute inset-y-0.5 left-0 h-[calc(100%-0.25rem)] w-full">
              <rect
                width={`${(100 * (ofViews ?? 0)).toFixed(1)}%`}
                height="100%"
                rx="6"
                className="fill-bar"
              />
            </svg>
            <span className="relative block px-2 py-0.5 font-medium whitespace-normal">{name}</span>
          </TableCell>
          <TableCell className="py-1.5 text-right tabular-nums">{grouped(visits)}</TableCell>
          <TableCell className="py-1.5 text-right whitespace-nowrap tabular-nums">
            {percent(ofBefore)}
          </TableCell>
          <TableCell className="py-1.5 text-right whitespace-nowrap tabular-nums max-sm:hidden">
            {percent(ofViews)}
          </TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
)

const Days = ({ span, rows }: FunnelProps) => (
  <Section title={`${span} by ${span.toLowerCase()}`} className="min-w-0 gap-4">
    {/* A phone is narrower than the table, which scrolls by keyboard only if its box can get the focus. */}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reached by keyboard */}
    <section className="wide-sheet scroll-shade max-h-112 overflow-auto" tabIndex={0} aria-label={`${span}s`}>
      <table className="w-full text-sm">
        <thead className="sticky top-0 z-1 bg-card text-xs text-muted-foreground">
          <tr>
            <th scope="col" className="sticky left-0 bg-card py-1.5 pr-3 text-left align-bottom font-medium">
              {span}
            </th>
            {[...columns.map(stepName), 'Unlock rate'].map((column) => (
              <th key={column} scope="col" className="px-2 py-1.5 text-right align-bottom font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map(({ from, to, counts }) => (
            <tr key={from} className="border-t hover:bg-muted/50">
              <th
                scope="row"
                className="sticky left-0 bg-card py-1.5 pr-3 text-left font-medium whitespace-nowrap"
              >
                {tellDays(from, to)}
              </th>
              {columns.map((event) => (
                <td key={event} className="px-2 py-1.5 text-right whitespace-nowrap tabular-nums">
                  {grouped(counts[event] ?? 0)}
                </td>
              ))}
              <td className="px-2 py-1.5 text-right whitespace-nowrap tabular-nums">
                {percent(shareOf(counts.unlocked ?? 0, counts.page_viewed ?? 0))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </Section>
)
