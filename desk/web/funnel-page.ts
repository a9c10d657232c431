import type { Context } from 'hono'
import { html } from 'hono/html'
import * as z from 'zod/mini'
import { funnelEvents } from '../../lib/funnel/funnel-event.ts'
import { grouped, percent } from '../core/figures.ts'
import type { Desk } from '../core/open-desk.ts'
import { daysOf, readPeriod } from '../core/period.ts'
import { shareBar } from './bars.ts'
import { argumentOf, named } from './filters.ts'
import { periodQuery, renderChoice, renderHeadings, renderHidden, renderPeriod } from './form.ts'
import { replyPage } from './reply-page.ts'

/** The steps of a visit in order. A field error is not a step, because most visitors have none. */
const steps = funnelEvents.filter((event) => event !== 'field_error')

/** The columns of the table of days. The watched percentages of the video appear only in the totals. */
const columns = [...steps.filter((event) => !/\d/.test(event)), 'field_error']

const nameOf = (event: string) =>
  event
    .replace(/^video_(\d+)$/, '$1 % watched')
    .replace('_', ' ')
    .replace(/^./, (first) => first.toUpperCase())

const counts = z.record(z.string(), z.number())
const funnelSchema = z.object({
  days: z.array(z.object({ day: z.string(), counts })),
  totals: counts,
  variants: z.array(z.string()),
  campaigns: z.array(z.string()),
})

type Counts = z.infer<typeof counts>
type Day = z.infer<typeof funnelSchema>['days'][number]

/** GET /funnel: how many visits reached each step. */
export async function showFunnel(desk: Desk, context: Context) {
  const { variant = '', campaign = '' } = context.req.query()
  const period = readPeriod(context.req.query(), '90')
  const { days, totals, variants, campaigns } = funnelSchema.parse(
    await desk.call('funnel', {
      ...daysOf(period),
      variant: argumentOf(variant),
      campaign: argumentOf(campaign),
    }),
  )
  return replyPage(context, {
    title: 'Funnel',
    period,
    body: html`<div class="head"><h1>Funnel</h1>${renderPeriod('/funnel', period, { variant, campaign })}</div>
<form class="filters" method="get" action="/funnel">${renderHidden(periodQuery(period))}
${renderChoice('variant', variant, named(variants))}${renderChoice('campaign', campaign, named(campaigns))}
<button>Show</button></form>
${days.length === 0 ? html`<p class="empty quiet">Nothing was counted in this period.</p>` : renderSteps(totals)}
${days.length > 1 ? html`<h2>Day by day</h2>${renderDays(days)}` : ''}
<p class="quiet">Views are counted by days of UTC, without a cookie or an identifier, and not at all where the browser asks for that: shares are
right, totals are too low.</p>`,
  })
}

function renderSteps(totals: Counts) {
  const count = (event?: string) => (event ? (totals[event] ?? 0) : Number.NaN)
  const rows = [
    ...steps.map((event, place) => ({ name: nameOf(event), event, before: steps[place - 1] })),
    { name: 'Field error, of the forms begun', event: 'field_error', before: 'form_begun' },
  ]
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Visits that reached each step"><table class="steps">
${renderHeadings('Step', 'Visits', 'Of the step before', 'Of the views', '')}
<tbody>${rows.map(({ name, event, before }) => {
    const [hits, share] = [count(event), count(event) / count('page_viewed')]
    return html`<tr><th scope="row">${name}</th><td class="number">${grouped(hits)}</td>
<td class="number">${percent(hits / count(before))}</td><td class="number">${percent(share)}</td><td>${shareBar(share)}</td></tr>`
  })}</tbody></table></div>`
}

function renderDays(days: Day[]) {
  const rows = days.toReversed().map(
    ({ day, counts: hits }) => html`<tr><th scope="row"><time>${day}</time></th>
${columns.map((event) => html`<td class="number">${grouped(hits[event] ?? 0)}</td>`)}
<td class="number">${percent((hits.unlocked ?? 0) / (hits.page_viewed ?? 0))}</td></tr>`,
  )
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Days"><table>
${renderHeadings('Day', ...columns.map(nameOf), 'Unlocked of views')}
<tbody>${rows}</tbody></table></div>`
}
