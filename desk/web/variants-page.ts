import type { Context } from 'hono'
import { html } from 'hono/html'
import * as z from 'zod/mini'
import { pageCopy, variantNames } from '../../lib/site/variants.ts'
import { grouped, percent } from '../core/figures.ts'
import { type Interval, newcombe, wilson } from '../core/intervals.ts'
import type { Desk } from '../core/open-desk.ts'
import { periodOf, renderPeriod, renderRecent } from './form.ts'
import { replyPage } from './reply-page.ts'

const variantsSchema = z.array(z.object({ variant: z.string(), views: z.number(), leads: z.number() }))

type Variant = z.infer<typeof variantsSchema>[number]

/** GET /variants: how many of the counted views of each variant became leads, and how sure that is. */
export async function compareVariants(desk: Desk, context: Context) {
  const { from = '', to = '' } = context.req.query()
  const variants = variantsSchema.parse(await desk.call('variants', periodOf({ from, to })))
  const [first] = variants
  return replyPage(context, {
    title: 'Variants',
    body: html`<h1>Variants</h1>
<form class="filters" method="get" action="/variants">${renderPeriod({ from, to })}<button>Show</button></form>
${renderRecent('/variants', {})}
${
  first
    ? html`<table class="cards"><caption>All leads, divided by the counted views, with intervals of 95 %; the last 90 days where no period is given</caption>
<thead><tr><th scope="col">Variant</th><th scope="col" class="number">Views</th><th scope="col" class="number">Leads</th><th scope="col" class="number">Conversion</th><th scope="col" class="number">Against ${first.variant}</th></tr></thead>
<tbody>${variants.map((variant) => renderRow(variant, first))}</tbody></table>
<p class="quiet">Where the interval of a difference holds 0, chance alone can explain it. Deciding as soon as it does not, after looking
many times, is wrong more often than one time in twenty: decide beforehand how many visitors it takes, and stop at that number
(docs/operate.md, Two headlines).</p>
<p class="quiet">Visitors whose browser asks not to be counted are missing in the views, not in the leads. That makes each conversion, and
the difference, a little too high, and does not change which is ahead. Your own looks through <code>/?variant=…</code> count, too; whoever
was forgotten is no lead any longer.</p>`
    : html`<p class="empty quiet">No variant was shown in this period.</p>`
}`,
  })
}

/** Undefined where there are no views, or fewer than leads. */
const conversionOf = ({ leads, views }: Variant) =>
  views > 0 && leads <= views ? wilson(leads, views) : undefined

/** Empty for a variant that is tried no longer; the control is the page itself. */
function headlineOf({ variant }: Variant) {
  const { lead, accent, tail } = pageCopy(variant).hero.headline
  return variant === 'control' || variantNames.includes(variant) ? `${lead} ${accent} ${tail}` : ''
}

function renderRow(variant: Variant, first: Variant) {
  const [own, base] = [conversionOf(variant), conversionOf(first)]
  const difference = variant !== first && own && base ? newcombe(own, base) : undefined
  return html`<tr><th scope="row">${variant.variant}<small>${headlineOf(variant)}</small></th>
<td class="number" data-label="Views:">${grouped(variant.views)}</td><td class="number" data-label="Leads:">${grouped(variant.leads)}</td>
<td class="number" data-label="Conversion:">${own ? renderInterval(own, percent) : 'too few views'}</td>
<td class="number" data-label="Against ${first.variant}:">${difference ? renderInterval(difference, points) : '–'}${
    difference ? html`<small>${verdict(difference)}</small>` : ''
  }</td></tr>`
}

const renderInterval = ({ value, low, high }: Interval, write: (share: number) => string) =>
  html`${write(value)}<small>${write(low)} to ${write(high)}</small>`

const points = (share: number) => `${share < 0 ? '−' : '+'}${Math.abs(100 * share).toFixed(1)} points`

const verdict = ({ low, high }: Interval) => (low > 0 ? 'better' : high < 0 ? 'worse' : 'no difference shown')
