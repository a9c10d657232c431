import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import * as z from 'zod/mini'
import { counted, grouped } from '../core/figures.ts'
import type { Lead } from '../core/lead.ts'
import { readPage } from '../core/leads.ts'
import { mailStates } from '../core/mail-words.ts'
import type { Desk } from '../core/open-desk.ts'
import { argumentsOf, type Filters, filtersOf, hasFilters, listQuery, unset } from './filters.ts'
import { renderChoice, renderRecent, renderTime, withQuery } from './form.ts'
import { renderMail } from './mail-state.ts'
import { renderNotice } from './notices.ts'
import { replyPage } from './reply-page.ts'

const attentionSchema = z.object({
  dead: z.number(),
  held: z.number(),
  overdue: z.number(),
  delayed: z.number(),
})
const campaignsSchema = z.array(z.object({ campaign: z.string() }))
const variantsSchema = z.array(z.string())

/** Up to which number the persons of all pages are counted, and the mails that wait. */
const mostCounted = 1000

const amount = (count: number) => (count > mostCounted ? `more than ${grouped(mostCounted)}` : grouped(count))

/** GET /: the persons that the filters leave, newest first, 50 a page. */
export async function listLeads(desk: Desk, context: Context) {
  const query = context.req.query()
  const { before, after } = query
  const filters = filtersOf(query)
  const [list, waiting, campaigns, variants] = await Promise.all([
    readPage(desk, argumentsOf(filters), {
      ...(before && { before }),
      ...(after && { after }),
      max_count: mostCounted,
    }),
    desk.call('attention'),
    desk.call('list_campaigns'),
    desk.call('list_variants'),
  ])
  const { leads, older, newer, count } = list
  const campaignNames = campaignsSchema.parse(campaigns).map((one) => one.campaign)
  return replyPage(context, {
    title: 'Leads',
    body: html`<h1>Leads</h1>
${renderNotice(context)}
${renderAttention(attentionSchema.parse(waiting), filters.mails)}
${renderFilters(filters, campaignNames, variantsSchema.parse(variants))}
${renderRecent('/', filters)}
${leads.length === 0 ? renderNobody(filters) : renderTable(leads, listQuery(query))}
<nav class="pages" aria-label="Pages"><span>${newer ? html`<a href="${withQuery('/', { ...filters, after: newer })}" rel="prev">← Newer</a>` : ''}</span>
<span>${older ? html`<a href="${withQuery('/', { ...filters, before: older })}" rel="next">Older →</a>` : ''}</span></nav>
<p class="quiet">${leads.length > 0 ? html`<a href="${withQuery('/leads.csv', filters)}" download>Download ${hasFilters(filters) ? 'all of these' : 'all leads'} as CSV</a> for a spreadsheet${renderCount(count)}. ` : ''}Times are in UTC.</p>`,
  })
}

function renderCount(count: number | null) {
  if (count === null) return ''
  return count > mostCounted ? `: ${amount(count)}` : `: ${counted(count, 'lead')}`
}

function renderNobody(filters: Filters) {
  const { q, from, to } = filters
  if (!hasFilters(filters)) return html`<p class="empty quiet">Nobody has signed up yet.</p>`
  const hint = q ? 'Search by the beginning of a name or an address, or by a whole phone number.' : ''
  return html`<p class="empty quiet">Nobody fits. ${from && to && from > to ? 'From is after To.' : hint} <a href="/">Show all</a></p>`
}

function renderAttention(attention: z.infer<typeof attentionSchema>, shown: string) {
  const { dead, held, overdue, delayed } = attention
  if (dead + held + overdue + delayed === 0) return ''
  const again = (status: 'dead' | 'held', label: string) => html`<form method="post" action="/requeue">
<input type="hidden" name="status" value="${status}"><button>${label}</button></form>`
  return html`<section class="notice bad" aria-label="Mails that wait for you"><p><strong>Mails that wait for you:</strong>
${dead > 0 ? html` <a href="/?mails=dead">${amount(dead)} failed</a>` : ''}
${held > 0 ? html` <a href="/?mails=held">${amount(held)} held back</a>` : ''}
${overdue > 0 ? html` <a href="/?mails=overdue">${amount(overdue)} overdue</a> (npm run doctor says why)` : ''}
${delayed > 0 ? html` <a href="/?mails=waiting">${amount(delayed)} delayed</a>, tried in vain for more than an hour (npm run doctor says why)` : ''}</p>
${shown === 'dead' && dead > 0 ? again('dead', `Send ${amount(dead)} failed mail${dead === 1 ? '' : 's'} again`) : ''}${
  shown === 'held' && held > 0 ? again('held', `Send ${amount(held)} held mail${held === 1 ? '' : 's'}`) : ''
}</section>`
}

const renderFilters = (
  { q, from, to, campaign, variant, mails }: Filters,
  campaigns: string[],
  variants: string[],
) => {
  const choice = (name: string, chosen: string, found: string[]) =>
    renderChoice(name, chosen, [[unset, 'none'], ...found.map((one) => [one, one] as const)])
  return html`<form class="filters" role="search" method="get" action="/">
<label class="wide">Name, address or phone <input type="search" name="q" value="${q}"></label>
<details class="more"${from || to || campaign || variant || mails ? raw(' open') : ''}><summary>Filters</summary><div>
<label>From <input type="date" name="from" value="${from}"></label>
<label>To <input type="date" name="to" value="${to}"></label>
${choice('campaign', campaign, campaigns)}
${variants.length > 0 || variant ? choice('variant', variant, variants) : ''}
${renderChoice('mails', mails, Object.entries(mailStates))}</div></details>
<button>Show</button></form>`
}

const renderTable = (leads: Lead[], list: string) => html`<table class="cards">
<thead><tr><th scope="col">Person</th><th scope="col">Phone</th><th scope="col">Campaign</th><th scope="col">Since</th><th scope="col">Mails</th></tr></thead>
<tbody>${leads.map((lead) => renderRow(lead, withQuery(`/leads/${lead.id}`, { list })))}</tbody></table>`

const renderRow = (lead: Lead, address: string) => html`<tr>
<th scope="row"><a href="${address}">${lead.name || lead.email}</a><small>${lead.email}</small>${renderTags(lead)}</th>
<td class="phone">${renderPhone(lead)}</td>
<td data-label="Campaign:">${lead.campaign?.utm_campaign ?? html`<span class="quiet">none</span>`}${lead.variant ? html`<small>variant ${lead.variant}</small>` : ''}</td>
<td data-label="Since:">${renderTime(lead.created_at)}${lead.submissions > 1 ? html`<small>${lead.submissions} submissions</small>` : ''}</td>
<td>${lead.mails.map(renderMail)}</td></tr>`

/** The international form, by which a number can be called from anywhere, and below it what was typed, and whether the mailbox confirmed it. */
function renderPhone({ phone, phone_e164: e164, country_code: country, confirmed_at: confirmedAt }: Lead) {
  if (e164 === null) return html`${phone}<small>not a valid number; form: ${country}</small>`
  const typed = phone.replaceAll(/[^+\d]/g, '') === e164 ? '' : html`<small>${phone}</small>`
  return html`${e164}${typed}${confirmedAt ? html`<small>confirmed by mail</small>` : ''}`
}

const renderTags = (lead: Lead) =>
  html`${lead.suspected_bot ? html`<span class="tag">looks like a bot</span> ` : ''}${
    lead.preview ? html`<span class="tag">preview</span> ` : ''
  }${lead.changes > 0 ? html`<span class="tag">gave other data since</span> ` : ''}${
    hasEarlier(lead, 'dead') ? html`<span class="tag">an earlier mail failed</span> ` : ''
  }${hasEarlier(lead, 'held') ? html`<span class="tag">an earlier mail is held back</span>` : ''}`

const hasEarlier = (lead: Lead, state: 'dead' | 'held') =>
  lead[state] > lead.mails.filter(({ status }) => status === state).length
