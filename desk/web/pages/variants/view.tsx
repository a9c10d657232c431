import type { ReactNode } from 'react'
import { Card, CardContent } from '@/components/ui/card'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { counted, grouped } from '../../../core/figures.ts'
import type { Interval } from '../../../core/intervals.ts'
import { dateOf } from '../../../core/period.ts'
import { capitalized } from '../../../core/words.ts'
import { tellDay } from '../../format/when.ts'
import { axisOf } from '../../parts/axis.ts'
import { Fold } from '../../parts/fold.tsx'
import { Section } from '../../parts/section.tsx'
import { ToneBadge } from '../../parts/tone.tsx'

/** The views of the least shown variant, and how many each needs. */
export type Progress = {
  least: number
  needed: number
  /** Until all have them. Null if this is unknown, or past. */
  daysLeft: number | null
}

export type Row = {
  name: string
  /** The page without changes, with which the others are compared. */
  isBase: boolean
  /** Empty if the variant is no longer tested. */
  headline: string
  views: number
  unlocked: number
  leads: number
  /** The share of views in which the video was unlocked. Missing if unknown. */
  conversion?: Interval
  /** From the original's conversion. */
  difference?: Interval
  /** The difference says nothing yet. */
  isEarly: boolean
}

export type VariantsProps = {
  /** Null if nobody can know yet how many views the test needs. */
  progress: Progress | null
  rows: Row[]
}

const small = 'block text-sm font-normal text-muted-foreground'

export const Variants = ({ progress, rows }: VariantsProps) =>
  rows.length === 0 ? (
    <Card className="py-5">
      <CardContent className="px-5 text-sm text-muted-foreground">
        No variant was shown in this period. Ask whoever set up the site to add a second headline. This page
        then says which one wins.
      </CardContent>
    </Card>
  ) : (
    <>
      <Verdict progress={progress} rows={rows} />
      <Section title="Conversion" className="gap-4">
        <Figures rows={rows} />
      </Section>
      <Card className="py-3.5">
        <CardContent className="px-5 text-sm">
          <Fold
            title="How sure these figures are, and how to read them"
            className="text-sm font-medium text-foreground"
          >
            <div className="pt-4">
              <IntervalPlot rows={rows} />
            </div>
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

const notes = [
  'The conversion is the share of the views of a variant in which the video was unlocked, with 95 % intervals. Both are counted by the same browsers, so it is never above 100 %.',
  'If a headline really is a fifth better, 80 of 100 tests with this many views show it. Do not stop sooner: if you look every day and stop at the first good result, you find false winners.',
  'Everybody at one internet address sees the same variant, and each test draws the addresses again. People of one office or mobile network are therefore not independent, so the true intervals are a little wider.',
  'The leads are all people whose first visit to the form showed the variant, also those whose browser asks not to be counted. They are not part of the conversion. Suspected bots, previews and erased people are left out. Your own visits to /?variant=… count as views.',
]

/** Which headline wins and by how much, or what is missing, and what follows. */
function verdictOf({ progress, rows }: VariantsProps): [verdict: string, about: string] {
  const base = rows.find(({ isBase }) => isBase)
  const others = rows.filter(({ isBase }) => !isBase)
  if (!base)
    return ['Nothing to compare: the original page was not shown in this period.', 'Choose other days.']
  if (others.length === 0)
    return ['Nothing to compare: only the original page was shown in this period.', 'Choose other days.']
  if (!progress)
    return [
      'No winner yet: it is too early to say how many views are missing.',
      'As soon as some views of the original have unlocked the video and others have not, you see here how many views the test needs.',
    ]
  const { least, needed, daysLeft } = progress
  if (least < needed)
    return [
      `No winner yet: the headline shown least needs ${counted(needed - least, 'more view')}${daysLeft === null ? '' : `, about ${counted(daysLeft, 'more day')}`}.`,
      'Until then, the figures below prove nothing.',
    ]
  const [best] = others
    .filter(({ difference }) => difference && difference.low > 0)
    .toSorted((one, other) => (other.conversion?.value ?? 0) - (one.conversion?.value ?? 0))
  if (best?.conversion && best.difference && base.conversion)
    return [
      `“${best.name}” wins by ${hundredths(best.difference.value)} points: ${hundredths(best.conversion.value)} % of its views unlock the video, and ${hundredths(base.conversion.value)} % of those of the original.`,
      'Each headline has the views that it needs, so you can end the test.',
    ]
  const isWorst = others.every(({ difference }) => difference && difference.high < 0)
  return [
    isWorst
      ? 'The original wins: with every other headline, fewer views unlock the video.'
      : 'No headline beats the original: the test shows no such difference.',
    'Each headline has the views that it needs, so you can end the test.',
  ]
}

function Verdict({ progress, rows }: VariantsProps) {
  const { least, needed, daysLeft } = progress ?? { least: 0, needed: 1, daysLeft: null }
  const [verdict, about] = verdictOf({ progress, rows })
  return (
    <Card className="py-5">
      <CardContent className="px-5">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
          <div className="min-w-0 flex-1 basis-80">
            <h2 className="max-w-prose text-lg font-semibold text-balance wrap-anywhere sm:text-xl">
              {verdict}
            </h2>
            <p className="pt-1 text-sm text-muted-foreground">{about}</p>
          </div>
          <dl className="flex flex-wrap gap-x-8 gap-y-3">
            {progress && (
              <Fact label="Views of each variant">
                {grouped(Math.min(least, needed))} of {grouped(needed)}
              </Fact>
            )}
            {daysLeft !== null && (
              <Fact label="Ends about">{tellDay(dateOf(new Date(Date.now() + daysLeft * 86_400_000)))}</Fact>
            )}
          </dl>
        </div>
        <svg aria-hidden="true" className="mt-4 h-2.5 w-full rounded-full bg-muted">
          <rect width={percentOf(least / needed)} height="100%" rx="5" className="fill-chart" />
        </svg>
      </CardContent>
    </Card>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted-foreground">{label}</dt>
    <dd className="pt-0.5 font-semibold tabular-nums">{children}</dd>
  </div>
)

const percentOf = (share: number) => `${(100 * Math.min(1, Math.max(0, share))).toFixed(1)}%`

/** Each rate is a dot on its interval. The rows below have the same figures. */
function IntervalPlot({ rows }: Pick<VariantsProps, 'rows'>) {
  const axis = axisOf(Math.max(0.01, ...rows.map(({ conversion }) => conversion?.high ?? 0)))
  const x = (share: number) => percentOf(share / (axis.at(-1) ?? 1))
  return (
    <div aria-hidden="true" className="mb-6 grid gap-1 text-sm sm:grid-cols-[8rem_1fr] sm:gap-x-4">
      {rows.map(({ name, conversion }) => (
        <div key={name} className="contents">
          <span className="self-center truncate font-medium">{name}</span>
          <svg aria-hidden="true" className="h-9 w-full overflow-visible">
            {axis.map((share) => (
              <line key={share} x1={x(share)} x2={x(share)} y1="0" y2="100%" className="stroke-border" />
            ))}
            {conversion && (
              <>
                <line
                  x1={x(conversion.low)}
                  x2={x(conversion.high)}
                  y1="50%"
                  y2="50%"
                  strokeLinecap="round"
                  className="stroke-chart stroke-[12] [stroke-opacity:0.3]"
                />
                <circle cx={x(conversion.value)} cy="50%" r="6" className="fill-chart" />
              </>
            )}
          </svg>
        </div>
      ))}
      <span className="max-sm:hidden" />
      <svg aria-hidden="true" className="h-5 w-full overflow-visible text-xs">
        {axis.map((share, place) => (
          <text
            key={share}
            x={x(share)}
            y="14"
            textAnchor={place === 0 ? 'start' : place === axis.length - 1 ? 'end' : 'middle'}
            className="fill-muted-foreground"
          >
            {`${+(100 * share).toFixed(1)} %`}
          </text>
        ))}
      </svg>
    </div>
  )
}

const Figures = ({ rows }: Pick<VariantsProps, 'rows'>) => (
  <Table className="stacked">
    <TableHeader className="text-muted-foreground">
      <TableRow className="hover:bg-transparent">
        <TableHead>Variant</TableHead>
        <TableHead className="text-right max-sm:hidden">Views</TableHead>
        <TableHead className="text-right max-sm:hidden">Unlocked</TableHead>
        <TableHead className="text-right max-sm:hidden">Leads</TableHead>
        <TableHead className="max-sm:px-0 sm:text-right">Conversion</TableHead>
        <TableHead className="text-right max-sm:px-0">Compared with the original</TableHead>
      </TableRow>
    </TableHeader>
    <TableBody>
      {rows.map(({ name, isBase, headline, views, unlocked, leads, conversion, difference, isEarly }) => (
        <TableRow key={name} className="*:align-top">
          <TableCell className="font-medium wrap-anywhere max-sm:px-0 sm:min-w-40">
            {isBase ? capitalized(name) : name}
            <small className={small}>{headline}</small>
            <small className={`${small} sm:hidden`}>
              {grouped(views)} views, {grouped(unlocked)} unlocked, {grouped(leads)} leads
            </small>
          </TableCell>
          <TableCell className="text-right tabular-nums max-sm:hidden">{grouped(views)}</TableCell>
          <TableCell className="text-right tabular-nums max-sm:hidden">{grouped(unlocked)}</TableCell>
          <TableCell className="text-right tabular-nums max-sm:hidden">{grouped(leads)}</TableCell>
          <TableCell className="tabular-nums max-sm:px-0 sm:text-right sm:whitespace-nowrap">
            {conversion ? `${hundredths(conversion.value)} %` : 'too few views'}
            <small className={small}>{conversion && spanOf(conversion, hundredths, '%')}</small>
          </TableCell>
          <TableCell className="text-right tabular-nums max-sm:px-0">
            {difference ? `${signed(difference.value)} points` : '–'}
            {difference && (
              <>
                <small className={`${small} mb-1`}>{spanOf(difference, signed, 'points')}</small>
                <Judgement difference={difference} isEarly={isEarly} />
              </>
            )}
          </TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
)

const hundredths = (share: number) => (100 * share).toFixed(1)

const signed = (share: number) => `${share < 0 ? '−' : '+'}${hundredths(Math.abs(share))}`

/** Such as “+0.5 to +3.5 points”. */
const spanOf = ({ low, high }: Interval, write: (share: number) => string, unit: string) =>
  `${write(low)} to ${write(high)} ${unit}`

function Judgement({ difference: { low, high }, isEarly }: { difference: Interval; isEarly: boolean }) {
  if (isEarly) return <ToneBadge tone="quiet">too early to say</ToneBadge>
  if (low > 0) return <ToneBadge tone="good">better</ToneBadge>
  return high < 0 ? (
    <ToneBadge tone="bad">worse</ToneBadge>
  ) : (
    <ToneBadge tone="quiet">no difference shown</ToneBadge>
  )
}
