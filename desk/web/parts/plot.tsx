import { useId } from 'react'
import { cn } from '@/lib/utils'
import { axisOf } from './axis.ts'

export type PlotProps = {
  title: string
  /**
   * One point a day. `before` is the value of the matching day in the period before. If a value is unknown, it is
   * null.
   */
  days: { label: string; value: number | null; text: string; before: number | null; beforeText: string }[]
  current: string
  previous: string
  /** Writes a value in the way that the axis shows it. */
  unit: 'count' | 'percent'
}

const [height, left, right, top, bottom] = [260, 44, 8, 10, 28]

/**
 * A line chart of the period and of the period before, which is drawn on the server. The figures of a day appear
 * under the pointer, even if scripts are off.
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
      {/* The chart is drawn in two widths, so that the words have the same size on every screen. */}
      <Drawing {...plot} width={1000} className="max-sm:hidden" />
      <Drawing {...plot} width={400} className="sm:hidden" />
    </figure>
  )
}

function Drawing({ title, days, unit, width, className }: PlotProps & { width: number; className: string }) {
  const fade = useId()
  const values = days.flatMap(({ value, before }) => [value ?? 0, before ?? 0])
  const most = Math.max(...values, unit === 'count' ? 1 : 0.01)
  const lines = axisOf(most, unit === 'count' ? 1 : 0)
  const limit = lines.at(-1) ?? most
  const gap = (width - left - right) / Math.max(1, days.length)
  const x = (index: number) => left + gap * (index + 0.5)
  const y = (value: number) => top + (height - top - bottom) * (1 - value / limit)
  const path = (read: (day: PlotProps['days'][number]) => number | null) => {
    const points = days.map((day, index) => [index, read(day)] as const)
    return points
      .filter((point): point is readonly [number, number] => point[1] !== null)
      .map(([index, value], at) => `${at === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
      .join('')
  }
  const line = path(({ value }) => value)
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
      {line && <path d={`${line}L${x(days.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z`} fill={`url(#${fade})`} />}
      <path
        d={path(({ before }) => before)}
        fill="none"
        strokeDasharray="5 4"
        className="stroke-chart-before stroke-[1.5]"
      />
      <path d={line} fill="none" strokeLinejoin="round" className="stroke-chart stroke-2" />
      {/* A line needs two days, so a single day is shown as two dots. */}
      {days.length === 1 &&
        days.map(({ label, value, before }) => (
          <g key={label}>
            {before !== null && (
              <circle cx={x(0)} cy={y(before)} r="5" className="fill-card stroke-chart-before stroke-2" />
            )}
            {value !== null && <circle cx={x(0)} cy={y(value)} r="5" className="fill-chart" />}
          </g>
        ))}
      {days.map(({ label, value, text, beforeText }, index) => (
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
                {label}
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
