import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import * as z from 'zod/mini'
import { replyPage } from '../http/reply-page.ts'
import { dayAfter, renderTime } from '../http/time.ts'
import { type Lead, leadListSchema } from '../lead.ts'
import type { Desk } from '../open-desk.ts'
import { mailStates, renderMail } from './mail-state.ts'

const attentionSchema = z.object({ dead: z.number(), held: z.number(), overdue: z.number() })
const campaignsSchema = z.array(z.object({ campaign: z.string() }))

type Filters = Record<'q' | 'from' | 'to' | 'campaign' | 'mails', string>

/** GET /: the persons that the filters leave, newest first, 50 a page. */
export async function listLeads(desk: Desk, context: Context) {
  const query = context.req.query()
  const { q = '', from = '', to = '', campaign = '', mails = '' } = query
  const filters = { q, from, to, campaign, mails }
  const [list, waiting, campaigns] = await Promise.all([
    desk.call('list_leads', {
      search: q || null,
      since: from ? `${from}T00:00:00Z` : null,
      until: to ? `${dayAfter(to) ?? to}T00:00:00Z` : null,
      // A campaign cannot be called so, since the list's own names are not trimmed.
      campaign: campaign === ' ' ? '' : campaign || null,
      mail_state: mails || null,
      before: query.before || null,
      after: query.after || null,
    }),
    desk.call('attention'),
    desk.call('list_campaigns'),
  ])
  const { leads, older, newer } = leadListSchema.parse(list)
  const names = campaignsSchema.parse(campaigns).map((one) => one.campaign)
  const link = (place: object) => `/?${new URLSearchParams(withoutEmpty({ ...filters, ...place }))}`
  return replyPage(context, {
    title: 'Leads',
    body: html`<h1>Leads</h1>
${query.forgotten ? html`<p class="notice" role="status">The person is forgotten: ${query.forgotten}</p>` : ''}
${query.queued ? html`<p class="notice" role="status">${query.queued} mails are queued again.</p>` : ''}
${renderAttention(attentionSchema.parse(waiting), mails)}
${renderFilters(filters, names)}
${leads.length === 0 ? html`<p class="empty quiet">${hasFilters(filters) ? 'Nobody fits. ' : 'Nobody has signed up yet.'}${hasFilters(filters) ? html`<a href="/">Show all</a>` : ''}</p>` : renderTable(leads)}
<nav class="pages" aria-label="Pages"><span>${newer ? html`<a href="${link({ after: newer })}" rel="prev">← Newer</a>` : ''}</span>
<span>${older ? html`<a href="${link({ before: older })}" rel="next">Older →</a>` : ''}</span></nav>
<p class="quiet">Times are in UTC.</p>`,
  })
}

const hasFilters = (filters: Filters) => Object.values(filters).some(Boolean)

const withoutEmpty = (values: Record<string, string>) =>
  Object.entries(values).filter(([, value]) => value !== '')

function renderAttention({ dead, held, overdue }: z.infer<typeof attentionSchema>, shown: string) {
  if (dead + held + overdue === 0) return ''
  const again = (status: 'dead' | 'held') => html`<form method="post" action="/requeue">
<input type="hidden" name="status" value="${status}"><button>${status === 'dead' ? `Send all ${dead} again` : `Send all ${held}`}</button></form>`
  return html`<section class="notice bad" aria-label="Mails that wait for you"><p><strong>Mails that wait for you:</strong>
${dead > 0 ? html` <a href="/?mails=dead">${dead} failed</a>` : ''}
${held > 0 ? html` <a href="/?mails=held">${held} held back</a>` : ''}
${overdue > 0 ? html` <a href="/?mails=overdue">${overdue} overdue</a> (npm run doctor says why)` : ''}</p>
${shown === 'dead' && dead > 0 ? again('dead') : ''}${shown === 'held' && held > 0 ? again('held') : ''}</section>`
}

const renderFilters = ({ q, from, to, campaign, mails }: Filters, campaigns: string[]) => {
  const option = (value: string, label: string, chosen: string) =>
    html`<option value="${value}"${value === chosen ? raw(' selected') : ''}>${label}</option>`
  return html`<form class="filters" role="search" method="get" action="/">
<label class="wide">Name, address or phone <input type="search" name="q" value="${q}"></label>
<label>From <input type="date" name="from" value="${from}"></label>
<label>To <input type="date" name="to" value="${to}"></label>
<label>Campaign <select name="campaign">${option('', 'all', campaign)}${option(' ', 'none', campaign)}${campaigns.map(
    (name) => option(name, name, campaign),
  )}</select></label>
<label>Mails <select name="mails">${option('', 'all', mails)}${Object.entries(mailStates).map(
    ([state, label]) => option(state, label, mails),
  )}</select></label>
<button>Show</button></form>`
}

const renderTable = (leads: Lead[]) => html`<table class="cards">
<thead><tr><th scope="col">Person</th><th scope="col">Phone</th><th scope="col">Campaign</th><th scope="col">Since</th><th scope="col">Mails</th></tr></thead>
<tbody>${leads.map(renderRow)}</tbody></table>`

const renderRow = (lead: Lead) => html`<tr>
<th scope="row"><a href="/leads/${lead.id}">${lead.name || lead.email}</a><small>${lead.email}</small>${renderTags(lead)}</th>
<td>${lead.phone} <span class="quiet">${lead.country_code}</span>${lead.phone_e164 === null ? html`<small>not a valid number</small>` : ''}</td>
<td data-label="Campaign:">${lead.campaign?.utm_campaign ?? html`<span class="quiet">none</span>`}${lead.variant ? html`<small>variant ${lead.variant}</small>` : ''}</td>
<td data-label="Since:">${renderTime(lead.created_at)}${lead.submissions > 1 ? html`<small>${lead.submissions} submissions</small>` : ''}</td>
<td>${lead.mails.map(renderMail)}</td></tr>`

const renderTags = (lead: Lead) =>
  html`${lead.suspected_bot ? html`<span class="tag">looks like a bot</span> ` : ''}${
    lead.preview ? html`<span class="tag">preview</span> ` : ''
  }${lead.changes > 0 ? html`<span class="tag">gave other data since</span> ` : ''}${
    hasEarlier(lead, 'dead') ? html`<span class="tag">an earlier mail failed</span> ` : ''
  }${hasEarlier(lead, 'held') ? html`<span class="tag">an earlier mail is held back</span>` : ''}`

const hasEarlier = (lead: Lead, state: 'dead' | 'held') =>
  lead[state] > lead.mails.filter(({ status }) => status === state).length
