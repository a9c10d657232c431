import type { Context } from 'hono'
import { html } from 'hono/html'
import { grouped, percent } from '../core/figures.ts'
import type { Desk } from '../core/open-desk.ts'
import { readOverview, type Source } from '../core/overview.ts'
import { type Period, readPeriod, zone } from '../core/period.ts'
import { sourceKind, sourceWords } from '../core/words.ts'
import { type Attention, readAttention, renderAmount } from './attention.ts'
import { plotLeads } from './bars.ts'
import { periodQuery, renderHeadings, renderPeriod, withQuery } from './form.ts'
import { replyPage } from './reply-page.ts'

/** How many sources the first screen shows. */
const shownAtOnce = 6

/** GET /: shows how many leads came, from which sources, and which mails need the operator. */
export async function showOverview(desk: Desk, context: Context) {
  const period = readPeriod(context.req.query(), '30')
  const [found, attention] = await Promise.all([readOverview(desk, period), readAttention(desk)])
  const { sources } = found
  const [first, rest] = [sources.slice(0, shownAtOnce), sources.slice(shownAtOnce)]
  return replyPage(context, {
    title: 'Overview',
    period,
    body: html`<div class="head"><h1>Overview</h1>${renderPeriod('/', period)}</div>
<dl class="figures">
${renderFigure(html`<a href="${withQuery('/leads', { ...periodQuery(period), kind: 'person' })}">Leads</a>`, grouped(found.leads), tellChange(found.leads, found.leadsBefore))}
${renderFigure('Page views', grouped(found.views), tellChange(found.viewsOver, found.viewsBefore))}
${renderFigure('Conversion', percent(found.rate), Number.isFinite(found.rateBefore) ? `${percent(found.rateBefore)} before` : '')}
${renderFigure(html`<a href="${withQuery('/leads', { ...periodQuery(period), kind: 'person', consent: 'stands' })}">Consent stands</a>`, grouped(found.standing), `${percent(found.standing / found.leads)} of the leads`)}
</dl>
<div class="columns"><section aria-labelledby="todo"><h2 id="todo">What to do</h2>${renderTodo(attention)}</section>
<section aria-labelledby="sources"><h2 id="sources">Sources</h2>
${sources.length > 0 ? renderSources(first, period) : html`<p class="empty quiet">Nobody came in this period.</p>`}
${rest.length > 0 ? html`<details><summary>${rest.length} more</summary>${renderSources(rest, period)}</details>` : ''}</section>
<section aria-label="Day by day">${plotLeads(found.days)}</section></div>
<p class="quiet">Days are those of ${zone}; views are counted by days of UTC, without a cookie, and not where the browser asks for that. Leads are people.
Suspected bots and previews are left out.</p>`,
  })
}

const renderFigure = (name: unknown, value: string, change: string) =>
  html`<div><dt>${name}</dt><dd>${value}${change ? html`<small>${change}</small>` : ''}</dd></div>`

function tellChange(now: number, before: number) {
  if (before === 0) return now > 0 ? 'none before' : ''
  const change = Math.round((100 * (now - before)) / before)
  return `${change < 0 ? '−' : '+'}${grouped(Math.abs(change))} %, ${grouped(before)} before`
}

function renderTodo({ dead, held, overdue, delayed, own }: Attention) {
  const doctor = html`<code>npm run doctor</code> says why.`
  const item = (mails: string, persons: number, words: string, hint: unknown) =>
    persons > 0 &&
    html`<a href="/leads?mails=${mails}">${renderAmount(persons)}: ${words}</a><small>${hint}</small>`
  const items = [
    item('dead', dead, 'a mail failed', 'See why, and send it again.'),
    item('held', held, 'held back', 'They look like bots. Send or drop their mails.'),
    item('waiting', delayed, 'a mail is delayed', html`Tried in vain for over an hour. ${doctor}`),
    item('overdue', overdue, 'a mail is overdue', html`Nothing sends it. ${doctor}`),
    own > 0 &&
      html`<strong>${own === 1 ? 'A mail' : `${own} mails`} to you failed</strong><small><code>npm run leads -- requeue</code> sends it again.</small>`,
  ].filter(Boolean)
  return items.length > 0
    ? html`<ul class="todo">${items.map((item) => html`<li>${item}</li>`)}</ul>`
    : html`<p class="todo done">Nothing waits for you.</p>`
}

/** Lets a browser break a long host name after each dot. */
const breakable = (text: string) => text.split(/(?<=\.)/).map((part) => html`${part}<wbr>`)

const renderSources = (sources: Source[], period: Period) => html`<table class="sources">
${renderHeadings('Source', 'Views', 'Leads', 'Conversion')}
<tbody>${sources.map(
  ({ source, leads, views }) => html`<tr><th scope="row">${
    source
      ? html`<a href="${withQuery('/leads', { ...periodQuery(period), source, kind: 'person' })}">${breakable(sourceWords(source))}</a> <small>${sourceKind(source)}</small>`
      : html`<span class="quiet">views without a campaign</span>`
  }</th>
<td class="number">${views === null ? '–' : grouped(views)}</td><td class="number">${source ? grouped(leads) : '–'}</td><td class="number">${source && views ? percent(leads / views) : '–'}</td></tr>`,
)}</tbody></table>`
