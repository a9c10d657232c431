import { Card, CardContent } from '@/components/ui/card'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { Fold } from '../../parts/fold.tsx'
import { Section } from '../../parts/section.tsx'
import { type Tone, ToneBadge } from '../../parts/tone.tsx'

/** Where a value and its interval are in the plot, from 0 (left) to 1 (right). */
type Span = { low: number; value: number; high: number }

export type VariantsProps = {
  /**
   * Says whether the test is over, or what is still missing. `share` says how much of the test is done, from 0 to 1.
   */
  progress: {
    headline: string
    text: string
    share: number
    facts: { label: string; value: string }[]
  }
  base: string
  axis: { at: number; label: string }[]
  rows: {
    name: string
    headline: string
    views: string
    unlocked: string
    leads: string
    conversion: { text: string; interval: string; span: Span } | null
    against: { text: string; interval: string; verdict: string; tone: Tone } | null
  }[]
  notes: string[]
}

const small = 'block text-sm font-normal text-muted-foreground'

/** Compares the variants of the page by the share of their views in which the video was unlocked. */
export const Variants = ({ progress, base, axis, rows, notes }: VariantsProps) =>
  rows.length === 0 ? (
    <Card className="py-5">
      <CardContent className="px-5 text-sm text-muted-foreground">
        No variant was shown in this period. Have whoever set up the site add a second headline, and this page
        then tells which one wins.
      </CardContent>
    </Card>
  ) : (
    <>
      <Progress {...progress} />
      <Section title="Conversion" className="gap-4">
        <Plot axis={axis} rows={rows} />
        <Figures base={base} rows={rows} />
      </Section>
      <Card className="py-3.5">
        <CardContent className="px-5 text-sm">
          <Fold title="How to read these figures" className="text-sm font-medium text-foreground">
            {notes.map((note) => (
              <p key={note} className="max-w-prose pt-3 text-muted-foreground">
                {note}
              </p>
            ))}
          </Fold>
        </CardContent>
      </Card>
    </>
  )

const Progress = ({ headline, text, share, facts }: VariantsProps['progress']) => (
  <Card className="py-5">
    <CardContent className="px-5">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <div>
          <h2 className="text-xl font-semibold sm:text-2xl">{headline}</h2>
          <p className="pt-1 text-sm text-muted-foreground">{text}</p>
        </div>
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt className="text-sm text-muted-foreground">{label}</dt>
              <dd className="pt-0.5 font-semibold tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <svg aria-hidden="true" className="mt-4 h-2.5 w-full rounded-full bg-muted">
        <rect width={percentOf(share)} height="100%" rx="5" className="fill-chart" />
      </svg>
    </CardContent>
  </Card>
)

const percentOf = (share: number) => `${(100 * Math.min(1, Math.max(0, share))).toFixed(1)}%`

/** Shows each conversion rate as a dot on the line of its interval. The same figures are in the rows below the plot. */
const Plot = ({ axis, rows }: Pick<VariantsProps, 'axis' | 'rows'>) => (
  <div aria-hidden="true" className="mb-6 grid gap-1 text-sm sm:grid-cols-[8rem_1fr] sm:gap-x-4">
    {rows.map(({ name, conversion }) => (
      <div key={name} className="contents">
        <span className="self-center truncate font-medium">{name}</span>
        <svg aria-hidden="true" className="h-9 w-full overflow-visible">
          {axis.map(({ at, label }) => (
            <line
              key={label}
              x1={percentOf(at)}
              x2={percentOf(at)}
              y1="0"
              y2="100%"
              className="stroke-border"
            />
          ))}
          {conversion && (
            <>
              <line
                x1={percentOf(conversion.span.low)}
                x2={percentOf(conversion.span.high)}
                y1="50%"
                y2="50%"
                strokeLinecap="round"
                className="stroke-chart stroke-[12] [stroke-opacity:0.3]"
              />
              <circle cx={percentOf(conversion.span.value)} cy="50%" r="6" className="fill-chart" />
            </>
          )}
        </svg>
      </div>
    ))}
    <span className="max-sm:hidden" />
    <svg aria-hidden="true" className="h-5 w-full overflow-visible text-xs">
      {axis.map(({ at, label }, place) => (
        <text
          key={label}
          x={percentOf(at)}
          y="14"
          textAnchor={place === 0 ? 'start' : place === axis.length - 1 ? 'end' : 'middle'}
          className="fill-muted-foreground"
        >
          {label}
        </text>
      ))}
    </svg>
  </div>
)

const Figures = ({ base, rows }: Pick<VariantsProps, 'base' | 'rows'>) => (
  <Table className="stacked">
    <TableHeader className="text-muted-foreground">
      <TableRow className="hover:bg-transparent">
        <TableHead>Variant</TableHead>
        <TableHead className="text-right max-sm:hidden">Views</TableHead>
        <TableHead className="text-right max-sm:hidden">Unlocked</TableHead>
        <TableHead className="text-right max-sm:hidden">Leads</TableHead>
        <TableHead className="max-sm:px-0 sm:text-right">Conversion</TableHead>
        <TableHead className="text-right max-sm:px-0">Against {base}</TableHead>
      </TableRow>
    </TableHeader>
    <TableBody>
      {rows.map(({ name, headline, views, unlocked, leads, conversion, against }) => (
        <TableRow key={name} className="*:align-top">
          <TableCell className="font-medium wrap-anywhere max-sm:px-0">
            {name}
            <small className={small}>{headline}</small>
            <small className={`${small} sm:hidden`}>
              {views} views, {unlocked} unlocked, {leads} leads
            </small>
          </TableCell>
          <TableCell className="text-right tabular-nums max-sm:hidden">{views}</TableCell>
          <TableCell className="text-right tabular-nums max-sm:hidden">{unlocked}</TableCell>
          <TableCell className="text-right tabular-nums max-sm:hidden">{leads}</TableCell>
          <TableCell className="tabular-nums max-sm:px-0 sm:text-right">
            {conversion?.text ?? 'too few views'}
            <small className={small}>{conversion?.interval}</small>
          </TableCell>
          <TableCell className="text-right tabular-nums max-sm:px-0">
            {against?.text ?? '–'}
            {against && (
              <>
                <small className={`${small} mb-1`}>{against.interval}</small>
                <ToneBadge tone={against.tone}>{against.verdict}</ToneBadge>
              </>
            )}
          </TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
)
