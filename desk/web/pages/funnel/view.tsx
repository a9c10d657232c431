import { Card, CardContent } from '@/components/ui/card'
import { Label } from '@/components/ui/label'
import { NativeSelect, NativeSelectOption } from '@/components/ui/native-select'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { Hidden } from '../../parts/hidden.tsx'
import { Section } from '../../parts/section.tsx'
import { ShowButton } from '../../parts/show-button.tsx'

export type FunnelProps = {
  filters: {
    keep: Record<string, string>
    choices: {
      name: string
      label: string
      chosen: string
      options: { value: string; label: string }[]
    }[]
  }
  /** The steps of a visit in order. `share` says which part of the page views reached this step, from 0 to 1. */
  steps: { name: string; visits: string; ofBefore: string; ofViews: string; share: number }[]
  facts: { label: string; value: string; note: string }[]
  /** The days, or the weeks of a long period, with their counts in the order of `columns`. */
  days: { span: 'Day' | 'Week'; columns: string[]; rows: { day: string; counts: string[] }[] }
  /** How many visitors came back because of the reminder. */
  reminders?: string
  /** How many began the video by the link in their mail. */
  watchLink?: string
  note: string
}

/** Shows how many visits reached each step. */
export const Funnel = ({ filters, steps, facts, days, reminders, watchLink, note }: FunnelProps) => (
  <>
    <Filters {...filters} />
    {steps.length === 0 ? (
      <Card className="py-5">
        <CardContent className="px-5 text-sm text-muted-foreground">
          Nothing was counted in this period. Choose other days, or open the landing page once.
        </CardContent>
      </Card>
    ) : (
      <>
        <dl className="grid gap-3 sm:grid-cols-3 md:gap-4">
          {facts.map(({ label, value, note: figures }) => (
            <div key={label} className="rounded-xl border bg-card p-4 shadow-sm sm:p-5">
              <dt className="text-sm text-muted-foreground">{label}</dt>
              <dd className="py-1 text-xl font-semibold tabular-nums sm:text-2xl">{value}</dd>
              <dd className="text-xs text-muted-foreground">{figures}</dd>
            </div>
          ))}
        </dl>
        <Section title="From the view to the end of the video" className="gap-4">
          <Drawing steps={steps} />
          <Steps steps={steps} />
        </Section>
      </>
    )}
    {watchLink && <p className="text-sm">{watchLink}</p>}
    {reminders && <p className="text-sm">{reminders}</p>}
    {days.rows.length > 1 && <Days {...days} />}
    <p className="text-xs text-muted-foreground">{note}</p>
  </>
)

const Filters = ({ keep, choices }: FunnelProps['filters']) => (
  <form method="get" action="/funnel" className="flex flex-wrap items-end gap-2">
    <Hidden values={keep} />
    {choices.map(({ name, label, chosen, options }) => (
      <Label key={name} className="grid min-w-0 flex-1 gap-1 sm:max-w-56">
        {label}
        <NativeSelect name={name} defaultValue={chosen} data-auto-submit className="border-border bg-card">
          {options.map((option) => (
            <NativeSelectOption key={option.value} value={option.value}>
              {option.label}
            </NativeSelectOption>
          ))}
        </NativeSelect>
      </Label>
    ))}
    <ShowButton />
  </form>
)

const [width, height, top] = [1000, 170, 56]

/** Draws the funnel as a shape that narrows from step to step. The same figures are in the rows below the shape. */
function Drawing({ steps }: Pick<FunnelProps, 'steps'>) {
  const gap = width / steps.length
  const middle = top + height / 2
  const half = (share: number) => Math.max(1, (Math.min(1, share) * height) / 2)
  return (
    <svg
      viewBox={`0 0 ${width} ${top + height}`}
      aria-hidden="true"
      className="mb-4 w-full text-[0.8125rem] max-lg:hidden"
    >
      {steps.map(({ name, ofViews, share }, place) => {
        const x = place * gap
        const [own, next] = [half(share), half(steps[place + 1]?.share ?? share)]
        const [bend, end] = [x + gap * 0.55, x + gap]
        return (
          <g key={name}>
            <path d={`M${x + 0.5} 0V${top + height}`} className="stroke-border" />
            <text x={x + 6} y="14" className="fill-foreground font-semibold">
              {ofViews}
            </text>
            <text x={x + 6} y="32" className="fill-muted-foreground text-[0.6875rem]">
              {name}
            </text>
            <path
              d={`M${x} ${middle - own}C${bend} ${middle - own} ${bend} ${middle - next} ${end} ${middle - next}V${middle + next}C${bend} ${middle + next} ${bend} ${middle + own} ${x} ${middle + own}Z`}
              className="fill-chart"
              fillOpacity={1 - (0.6 * place) / steps.length}
            />
          </g>
        )
      })}
    </svg>
  )
}

const Steps = ({ steps }: Pick<FunnelProps, 'steps'>) => (
  <Table>
    <TableHeader className="text-xs text-muted-foreground [&_tr]:border-0">
      <TableRow className="hover:bg-transparent">
        <TableHead className="h-8 pl-2">Step</TableHead>
        <TableHead className="h-8 text-right">Visits</TableHead>
        <TableHead className="h-8 text-right whitespace-normal">Of the step before</TableHead>
        <TableHead className="h-8 text-right whitespace-normal max-sm:hidden">Of the views</TableHead>
      </TableRow>
    </TableHeader>
    <TableBody>
      {steps.map(({ name, visits, ofBefore, ofViews, share }) => (
        <TableRow key={name} className="border-0">
          <TableCell className="relative w-3/5 max-w-0 py-1.5 pl-0">
            <svg aria-hidden="true" className="absolute inset-y-0.5 left-0 h-[calc(100%-0.25rem)] w-full">
              <rect
                width={`${(100 * Math.min(1, share)).toFixed(1)}%`}
                height="100%"
                rx="6"
                className="fill-bar"
              />
            </svg>
            <span className="relative block px-2 py-0.5 font-medium whitespace-normal">{name}</span>
          </TableCell>
          <TableCell className="py-1.5 text-right tabular-nums">{visits}</TableCell>
          <TableCell className="py-1.5 text-right whitespace-nowrap tabular-nums">{ofBefore}</TableCell>
          <TableCell className="py-1.5 text-right tabular-nums max-sm:hidden">{ofViews}</TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
)

const Days = ({ span, columns, rows }: FunnelProps['days']) => (
  <Section title={`${span} by ${span.toLowerCase()}`} className="min-w-0 gap-4">
    {/* The table is wider than a phone. The box around it can get the focus, so that the operator can scroll it
          with the keyboard. */}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reached by keyboard */}
    <section className="max-h-112 overflow-auto" tabIndex={0} aria-label={`${span}s`}>
      <table className="w-full text-sm">
        <thead className="sticky top-0 z-1 bg-card text-xs text-muted-foreground">
          <tr>
            <th scope="col" className="py-1.5 pr-3 text-left align-bottom font-medium">
              {span}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-2 py-1.5 text-right align-bottom font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, counts }) => (
            <tr key={day} className="border-t hover:bg-muted/50">
              <th scope="row" className="py-1.5 pr-3 text-left font-medium whitespace-nowrap">
                {day}
              </th>
              {columns.map((column, place) => (
                <td key={column} className="px-2 py-1.5 text-right whitespace-nowrap tabular-nums">
                  {counts[place]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </Section>
)
