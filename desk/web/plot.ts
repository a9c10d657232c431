import { areaY, axisX, barX, lineY, plot, ruleX, text } from '@observablehq/plot'
import { raw } from 'hono/html'
import { parseHTML } from 'linkedom'
import { grouped, percent } from '../core/figures.ts'

/** The steps of a visit in their order; a field error is no step that has to be taken. */
export const steps = [
  { event: 'page_viewed', name: 'Page viewed' },
  { event: 'play_clicked', name: 'Play clicked' },
  { event: 'dialog_opened', name: 'Dialog opened' },
  { event: 'form_begun', name: 'Form begun' },
  { event: 'submitted', name: 'Submitted' },
  { event: 'unlocked', name: 'Unlocked' },
  { event: 'video_begun', name: 'Video begun' },
] as const

export const fieldError = { event: 'field_error', name: 'Field error' } as const

export type Counts = Record<string, number>

type Options = NonNullable<Parameters<typeof plot>[0]>

/** Draws a plot as SVG that takes its colours from the page; `label` says to everybody what it shows. */
function draw(label: string, className: string, options: Options) {
  const { document } = parseHTML('<!doctype html><html><body></body></html>')
  const svg = plot({ ...options, document, className })
  // The page's own style sheet has what it says, and the policy lets no other one in.
  svg.querySelector('style')?.remove()
  for (const part of svg.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label')
  svg.setAttribute('font-size', '13')
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', label)
  return raw(svg.outerHTML)
}

/** A bar for each step with its count and its share of the views, for a wide window and for a narrow one. */
export function plotSteps(totals: Counts) {
  const views = totals.page_viewed ?? 0
  const bars = steps.map(({ event, name }) => ({ name, hits: totals[event] ?? 0 }))
  const told = ({ hits }: { hits: number }) =>
    views > 0 ? `${grouped(hits)} · ${percent(hits / views)}` : grouped(hits)
  return [
    { className: 'wide-plot', width: 880, marginLeft: 110, marginRight: 150 },
    { className: 'narrow-plot', width: 330, marginLeft: 110, marginRight: 125 },
  ].map(({ className, ...size }) =>
    draw('How many visits reached each step', className, {
      ...{ ...size, height: 300 },
      x: { axis: null },
      y: { label: null, domain: steps.map(({ name }) => name), tickSize: 0 },
      marks: [
        barX(bars, { x: 'hits', y: 'name', fill: 'var(--accent)', insetTop: 3, insetBottom: 3 }),
        text(bars, { x: 'hits', y: 'name', text: told, textAnchor: 'start', dx: 6 }),
        ruleX([0]),
      ],
    }),
  )
}

/** The days of each step, each step by its own highest day, whose count stands beside it. */
export function plotDays(days: { day: string; counts: Counts }[]) {
  const rows = steps.map(({ event, name }) => {
    const most = Math.max(0, ...days.map(({ counts }) => counts[event] ?? 0))
    return { event, name: `${name}, at most ${grouped(most)}`, most }
  })
  const points = rows.flatMap(({ event, name, most }) =>
    days.map(({ day, counts }) => ({ day: new Date(day), name, share: (counts[event] ?? 0) / (most || 1) })),
  )
  return draw('The days of each step', 'days', {
    ...{ width: 880, height: 60 * rows.length + 40, marginLeft: 24, marginRight: 200 },
    x: { type: 'utc', label: null },
    y: { axis: null, domain: [0, 1] },
    fy: { label: null, domain: rows.map(({ name }) => name), axis: 'right' },
    marks: [
      axisX({ anchor: 'bottom', label: null, ticks: 6 }),
      areaY(points, { x: 'day', y: 'share', fy: 'name', fill: 'var(--accent)', fillOpacity: 0.25 }),
      lineY(points, {
        x: 'day',
        y: 'share',
        fy: 'name',
        stroke: 'var(--accent)',
        marker: days.length < 15 ? 'dot' : 'none',
      }),
    ],
  })
}
