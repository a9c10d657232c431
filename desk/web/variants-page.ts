import type { Context } from 'hono'
import { html } from 'hono/html'
import * as z from 'zod/mini'
import { pageCopy, variantNames } from '../../lib/site/variants.ts'
import { grouped, percent } from '../core/figures.ts'
import { type Interval, newcombe, visitorsNeeded, wilson } from '../core/intervals.ts'
import type { Desk } from '../core/open-desk.ts'
import { daysOf, readPeriod } from '../core/period.ts'
import { renderHeadings, renderPeriod } from './form.ts'
import { replyPage } from './reply-page.ts'

const variantsSchema = z.array(z.object({ variant: z.string(), views: z.number(), leads: z.number() }))

type Variant = z.infer<typeof variantsSchema>[number]

/** GET /variants: shows the percentage of each variant's views that became leads, with a confidence interval. */
export async function compareVariants(desk: Desk, context: Context) {
  const period = readPeriod(context.req.query(), '90')
  const variants = variantsSchema.parse(await desk.call('variants', daysOf(period)))
  const [first] = variants
  const share = first && conversionOf(first)?.value
  const needed = share ? visitorsNeeded(share) : Number.NaN
  return replyPage(context, {
    title: 'Variants',
    period,
    body: html`<div class="head"><h1>Variants</h1>${renderPeriod('/variants', period)}</div>
${
  first
    ? html`<p>${renderProgress(variants, needed)}</p>
<table class="cards"><caption>People whose first visit to the form showed the variant, divided by its counted views, with intervals of 95 %. Suspected bots and previews are left out.</caption>
${renderHeadings('Variant', 'Views', 'Leads', 'Conversion', `Against ${first.variant}`)}
<tbody>${variants.map((variant) => renderRow(variant, first, needed))}</tbody></table>
<p class="quiet">The number of views is for seeing a rise by a fifth in 80 of 100 tests. Do not stop sooner: who looks every day and stops at the
first good one finds winners that are none (docs/operate.md, Two headlines).</p>
<p class="quiet">Browsers that ask not to be counted are missing in the views, not in the leads: each conversion is a little too high, and
which is ahead stays the same. Your own looks through <code>/?variant=…</code> count, too; erased people do not. Days are those of UTC.</p>`
    : html`<p class="empty quiet">No variant was shown in this period.</p>`
}`,
  })
}

function renderProgress(variants: Variant[], needed: number) {
  if (Number.isNaN(needed)) return 'How many views the test needs can be told after the first lead.'
  const missing = needed - Math.min(...variants.map(({ views }) => views))
  return missing > 0
    ? html`<strong>${grouped(missing)} views to go.</strong> Each variant needs ${grouped(needed)} before the test says anything.`
    : html`<strong>The test is over.</strong> Each variant has the ${grouped(needed)} views that it needs.`
}

/** Returns the conversion rate from views to leads. Returns undefined if there are no views, or fewer views than leads. */
const conversionOf = ({ leads, views }: Variant) =>
  views > 0 && leads <= views ? wilson(leads, views) : undefined

/** Returns a variant's headline, or an empty text if the variant is no longer tested. The control is the page without changes. */
function headlineOf({ variant }: Variant) {
  const { lead, accent, tail } = pageCopy(variant).hero.headline
  return variant === 'control' || variantNames.includes(variant) ? `${lead} ${accent} ${tail}` : ''
}

function renderRow(variant: Variant, first: Variant, needed: number) {
  const [own, base] = [conversionOf(variant), conversionOf(first)]
  const difference = variant !== first && own && base ? newcombe(own, base) : undefined
  return html`<tr><th scope="row">${variant.variant}<small>${headlineOf(variant)}</small></th>
<td class="number" data-label="Views:">${grouped(variant.views)}</td><td class="number" data-label="Leads:">${grouped(variant.leads)}</td>
<td class="number" data-label="Conversion:">${own ? renderInterval(own, percent) : 'too few views'}</td>
<td class="number" data-label="Against ${first.variant}:">${difference ? renderInterval(difference, points) : '–'}${
    difference
      ? html`<small>${Math.min(variant.views, first.views) < needed ? 'too early to say' : verdict(difference)}</small>`
      : ''
  }</td></tr>`
}

const renderInterval = ({ value, low, high }: Interval, write: (share: number) => string) =>
  html`${write(value)}<small>${write(low)} to ${write(high)}</small>`

const points = (share: number) => `${share < 0 ? '−' : '+'}${Math.abs(100 * share).toFixed(1)} points`

const verdict = ({ low, high }: Interval) => (low > 0 ? 'better' : high < 0 ? 'worse' : 'no difference shown')
