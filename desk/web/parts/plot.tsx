import { useId } from 'react'
import { cn } from '@/lib/utils'
import { axisOf } from './axis.ts'
import { Fold } from './fold.tsx'

export type PlotProps = {
  title: string
  /**
   * One point a day or a week. `before` is the matching value of the period before. Null if unknown: the line
   * has a gap.
   */
  days: {
    label: string
    title: string
    value: number | null
    text: string
    before: number | null
    beforeText: string
  }[]
  /** The last point is not over yet. The line to it is dotted, because it would look like a fall. */
  isRunning: boolean
  current: string
  previous: string
  /** As the axis shows it. */
  unit: 'count' | 'percent'
}

const [height, left, right, top, bottom] = [260, 44, 8, 10, 28]

/**
 * Drawn on the server. A day's figures appear under the pointer and in a folded table, even without scripts.
 */
export function Plot(plot: PlotProps) {
  const { title, current, previous } = plot
  return (
    <figure>
      <figcaption className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <span className="mr-auto font-semibold">{title}</span>
        <span className="flex flex-wrap gap-x-4 text-muted-foreground">
          <span className="flex items-center gap-2">
            <svg viewBox="0 0 16 2" aria-hidden="true" className="w-4 stroke-chart stroke-2">
              <path d="M0 1h16" />
            </svg>
            {current}
          </span>
          <span className="flex items-center gap-2">
            <svg viewBox="0 0 16 2" aria-hidden="true" className="w-4 stroke-chart-before stroke-2">
              <path d="M0 1h16" strokeDasharray="4 3" />
            </svg>
            {previous}
          </span>
        </span>
      </figcaption>
      {/* Three widths, so that words have the same size on every screen. */}
      <Drawing {...plot} width={1000} className="max-lg:hidden lg:max-xl:text-[0.9375rem]" />
      <Drawing {...plot} width={640} className="text-sm max-sm:hidden lg:hidden" />
      <Drawing {...plot} width={320} className="text-sm sm:hidden" />
      <Fold title="The figures as a table" className="py-1.5">
        <Figures {...plot} />
      </Fold>
    </figure>
  )
}

/** The newest first, without pointer or script. */
const Figures = ({ title, days, current }: PlotProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reached by keyboard
  <section className="scroll-shade mt-2 max-h-72 overflow-auto" tabIndex={0} aria-label={title}>
    <table className="w-full text-sm">
      <thead className="sticky top-0 bg-card text-xs text-muted-foreground">
        <tr>
          <th scope="col" className="py-1.5 pr-3 text-left font-medium">
            When
          </th>
          <th scope="col" className="px-2 py-1.5 text-right font-medium">
            {current}
          </th>
          <th scope="col" className="py-1.5 pl-2 text-right font-medium">
            Before
          </th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ label, title: day, text, beforeText }) => (
          <tr key={label} className="border-t">
            <th scope="row" className="py-1 pr-3 text-left font-normal">
              {day}
            </th>
            <td className="px-2 py-1 text-right tabular-nums">{text}</td>
            <td className="py-1 pl-2 text-right tabular-nums">{beforeText}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

type Point = readonly [index: number, value: number]

/** Without the gaps. */
function stretchesOf(values: (number | null)[]): Point[][] {
  const stretches: Point[][] = []
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    if (index > 0 && values[index - 1] !== null) stretches.at(-1)?.push([index, value])
    else stretches.push([[index, value]])
  }
  return stretches
}

function Drawing({
  title,
  days,
  unit,
  isRunning,
  width,
  className,
}: PlotProps & { width: number; className: string }) {
  const fade = useId()
  const values = days.flatMap(({ value, before }) => [value ?? 0, before ?? 0])
  const most = Math.max(...values, unit === 'count' ? 1 : 0.01)
  const lines = axisOf(most, unit === 'count' ? 1 : 0)
  const limit = lines.at(-1) ?? most
  const gap = (width - left - right) / Math.max(1, days.length)
  const x = (index: number) => left + gap * (index + 0.5)
  const y = (value: number) => top + (height - top - bottom) * (1 - value / limit)
  const pathOf = (points: Point[]) =>
    points
      .map(([index, value], at) => `${at === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
      .join('')
  const current = stretchesOf(days.map(({ value }) => value))
  const previous = stretchesOf(days.map(({ before }) => before))
  const lastIndex = days.length - 1
  const isOpen = ([index]: Point) => isRunning && index === lastIndex
  const open = current.at(-1)?.slice(-2) ?? []
  const lastOpen = open.at(-1)
  const hasOpen = open.length === 2 && lastOpen !== undefined && isOpen(lastOpen)
  // A line needs two points.
  const dots = (stretches: Point[][]) =>
    stretches.flatMap(([point, ...rest]) => (point && rest.length === 0 ? [point] : []))
  const every = Math.ceil((days.length * 125) / width)
  const write = (value: number) =>
    unit === 'percent' ? `${+(100 * value).toFixed(1)} %` : value.toLocaleString('en')
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${title}: ${days.map(({ label, text }) => `${label} ${text}`).join(', ')}`}
      className={cn('w-full overflow-visible text-[0.8125rem]', className)}
    >
      <defs>
        <linearGradient id={fade} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" className="[stop-color:var(--chart)] [stop-opacity:0.28]" />
          <stop offset="1" className="[stop-color:var(--chart)] [stop-opacity:0.03]" />
        </linearGradient>
      </defs>
      {lines.map((value) => (
        <g key={value}>
          <path d={`M${left} ${y(value)}H${width - right}`} className="stroke-border" />
          <text x={left - 8} y={y(value)} dy="0.35em" textAnchor="end" className="fill-muted-foreground">
            {write(value)}
          </text>
        </g>
      ))}
      {current.map((points) => (
        <path
          key={points[0]?.[0]}
          d={`${pathOf(points)}L${x(points.at(-1)?.[0] ?? 0)} ${y(0)}L${x(points[0]?.[0] ?? 0)} ${y(0)}Z`}
          fill={`url(#${fade})`}
        />
      ))}
      <path
        d={previous.map(pathOf).join('')}
        fill="none"
        strokeDasharray="5 4"
        className="stroke-chart-before stroke-[1.5]"
      />
      <path
        d={current.map((points) => pathOf(points.filter((point) => !isOpen(point)))).join('')}
        fill="none"
        strokeLinejoin="round"
        className="stroke-chart stroke-2"
      />
      {hasOpen && (
        <path
          d={pathOf(open)}
          fill="none"
          strokeDasharray="1 5"
          strokeLinecap="round"
          className="stroke-chart stroke-2"
        />
      )}
      {dots(previous).map(([index, value]) => (
        <circle
          key={index}
          cx={x(index)}
          cy={y(value)}
          r="5"
          className="fill-card stroke-chart-before stroke-2"
        />
      ))}
      {dots(current).map(([index, value]) => (
        <circle key={index} cx={x(index)} cy={y(value)} r="5" className="fill-chart" />
      ))}
      {days.map(({ label, title, value, text, beforeText }, index) => (
        <g key={label} className="group">
          {index % every === Math.floor(every / 2) && (
            <text x={x(index)} y={height - 8} textAnchor="middle" className="fill-muted-foreground">
              {label}
            </text>
          )}
          <rect
            x={x(index) - gap / 2}
            y={top}
            width={gap}
            height={height - top - bottom}
            fill="transparent"
          />
          <g className="pointer-events-none opacity-0 group-hover:opacity-100">
            <path d={`M${x(index)} ${top}V${height - bottom}`} className="stroke-chart-before" />
            {value !== null && <circle cx={x(index)} cy={y(value)} r="4" className="fill-chart" />}
            <g transform={`translate(${Math.min(Math.max(x(index) - 85, left), width - 178)} ${top})`}>
              <rect width="170" height="66" rx="8" className="fill-popover stroke-border" />
              <text x="12" y="21" className="fill-foreground font-semibold">
                {title}
              </text>
              <text x="12" y="39" className="fill-foreground">
                {text}
              </text>
              <text x="12" y="56" className="fill-muted-foreground">
                {beforeText}
              </text>
            </g>
          </g>
        </g>
      ))}
    </svg>
  )
}
