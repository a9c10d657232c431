import type { Context } from 'hono'
import { html } from 'hono/html'
import * as z from 'zod/mini'
import { grouped, percent } from '../core/figures.ts'
import type { Desk } from '../core/open-desk.ts'
import { unset } from './filters.ts'
import { periodOf, renderChoice, renderPeriod, renderRecent } from './form.ts'
import { type Counts, fieldError, plotDays, plotSteps, steps } from './plot.ts'
import { replyPage } from './reply-page.ts'

const counts = z.record(z.string(), z.number())
const funnelSchema = z.object({
  days: z.array(z.object({ day: z.string(), counts })),
  totals: counts,
  variants: z.array(z.string()),
  campaigns: z.array(z.string()),
})

type Day = z.infer<typeof funnelSchema>['days'][number]

const named = (found: string[]) =>
  found.map((one) => (one === '' ? [unset, 'none'] : [one, one]) as [string, string])
const argument = (chosen: string) => (chosen === unset ? '' : chosen || null)

/** GET /funnel: how many visits reached each step, as a plot and as tables. */
export async function showFunnel(desk: Desk, context: Context) {
  const { from = '', to = '', variant = '', campaign = '' } = context.req.query()
  const { days, totals, variants, campaigns } = funnelSchema.parse(
    await desk.call('funnel', {
      ...periodOf({ from, to }),
      variant: argument(variant),
      campaign: argument(campaign),
    }),
  )
  return replyPage(context, {
    title: 'Funnel',
    body: html`<h1>Funnel</h1>
<form class="filters" method="get" action="/funnel">${renderPeriod({ from, to })}
${renderChoice('variant', variant, named(variants))}${renderChoice('campaign', campaign, named(campaigns))}
<button>Show</button></form>
${renderRecent('/funnel', { variant, campaign })}
${
  days.length === 0
    ? html`<p class="empty quiet">Nothing was counted in this period.</p>`
    : html`<figure><figcaption>Visits that reached each step, and their share of the page views</figcaption>${plotSteps(totals)}</figure>
${renderSteps(totals)}
${
  days.length > 1
    ? html`<h2>Day by day</h2>
<figure tabindex="0" aria-label="The days of each step, plotted"><figcaption>Each step by its own highest day</figcaption>${plotDays(days)}</figure>
${renderDays(days)}`
    : ''
}`
}
<p class="quiet">Counted without a cookie or an identifier, and not at all where the browser asks for that: shares are right, totals are
too low. The last 90 days where no period is given.</p>`,
  })
}

const renderSteps = (
  totals: Counts,
) => html`<div class="scroll" tabindex="0" role="region" aria-label="Rates of the steps"><table class="steps">
<thead><tr><th scope="col">Step</th><th scope="col" class="number">Visits</th><th scope="col" class="number">Of the step before</th><th scope="col" class="number">Of the views</th></tr></thead>
<tbody>${steps.map(({ event, name }, place) => {
  const before = totals[steps[place - 1]?.event ?? event] ?? 0
  return renderStep(name, totals[event] ?? 0, place > 0 ? before : Number.NaN, totals.page_viewed ?? 0)
})}${renderStep(`${fieldError.name}, of the forms begun`, totals[fieldError.event] ?? 0, totals.form_begun ?? 0, totals.page_viewed ?? 0)}</tbody></table></div>`

const renderStep = (
  name: string,
  hits: number,
  before: number,
  views: number,
) => html`<tr><th scope="row">${name}</th>
<td class="number">${grouped(hits)}</td><td class="number">${percent(hits / before)}</td><td class="number">${percent(hits / views)}</td></tr>`

const renderDays = (
  days: Day[],
) => html`<div class="scroll" tabindex="0" role="region" aria-label="Days"><table>
<thead><tr><th scope="col">Day</th>${[...steps, fieldError].map(({ name }) => html`<th scope="col" class="number">${name}</th>`)}<th scope="col" class="number">Unlocked of views</th></tr></thead>
<tbody>${days
  .toReversed()
  .map(
    ({ day, counts: hits }) =>
      html`<tr><th scope="row"><time>${day}</time></th>${[...steps, fieldError].map(
        ({ event }) => html`<td class="number">${grouped(hits[event] ?? 0)}</td>`,
      )}<td class="number">${percent((hits.unlocked ?? 0) / (hits.page_viewed ?? 0))}</td></tr>`,
  )}</tbody></table></div>`
