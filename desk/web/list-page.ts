import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import * as z from 'zod/mini'
import { mailtoUrl } from '../../supabase/functions/_shared/mailto-url.ts'
import { writeCsv } from '../core/csv.ts'
import { marksOf } from '../core/describe.ts'
import type { Lead } from '../core/lead.ts'
import { choices, readLeads, readPage } from '../core/leads.ts'
import type { Desk } from '../core/open-desk.ts'
import { dateOf, readPeriod, zone } from '../core/period.ts'
import { noteKinds, sourceKind, sourceWords } from '../core/words.ts'
import { mostCounted, readAttention, renderAmount } from './attention.ts'
import { argumentsOf, type Filters, filtersOf, foldedNames, hasFilters, listQuery, named } from './filters.ts'
import { renderChoice, renderHidden, renderPeriod, renderTime, withQuery } from './form.ts'
import { renderMails } from './mail-state.ts'
import { renderNotice } from './notices.ts'
import { replyPage } from './reply-page.ts'

const originsSchema = z.object({ sources: z.array(z.string()), variants: z.array(z.string()) })

/** GET /leads: lists the persons that pass the filters, 50 per page. */
export async function listLeads(desk: Desk, context: Context) {
  const query = context.req.query()
  const { before, after } = query
  const filters = filtersOf(query)
  const period = readPeriod(query, 'all')
  const [list, attention, origins] = await Promise.all([
    readPage(desk, argumentsOf(filters), {
      ...(before && { before }),
      ...(after && { after }),
      max_count: mostCounted,
    }),
    readAttention(desk),
    desk.call('list_origins'),
  ])
  const { leads, older, newer, count } = list
  const { sources, variants } = originsSchema.parse(origins)
  const stopped = filters.mails === 'failed' || filters.mails === 'held' ? filters.mails : undefined
  const { days: _, from: _from, to: _to, ...others } = filters
  return replyPage(context, {
    title: 'Leads',
    period,
    body: html`<div class="head"><h1>Leads</h1>${renderPeriod('/leads', period, others, true)}</div>
${renderNotice(query.touched ?? query.notice)}
${renderFilters(filters, sources, variants)}
${renderSummary(filters, count)}
${stopped && leads.length > 0 ? renderActions(stopped, attention[stopped], listQuery(query)) : ''}
${leads.length === 0 ? renderNobody(filters) : renderTable(leads, filters, listQuery(query), stopped !== undefined)}
<nav class="pages" aria-label="Pages"><span>${newer ? html`<a href="${withQuery('/leads', { ...filters, after: newer })}" rel="prev">← Previous</a>` : ''}</span>
<span>${older ? html`<a href="${withQuery('/leads', { ...filters, before: older })}" rel="next">Next →</a>` : ''}</span></nav>
<p class="quiet">Times are those of ${zone}.</p>`,
  })
}

/** GET /leads.csv: exports all persons that pass the filters as CSV. Reads the first page before the answer begins. */
export async function exportLeads(desk: Desk, context: Context) {
  const pages = readLeads(desk, argumentsOf(filtersOf(context.req.query())))
  const first = await pages.next()
  async function* leads() {
    if (!first.done) yield first.value.leads
    for await (const page of pages) yield page.leads
  }
  context.header('content-type', 'text/csv; charset=utf-8')
  context.header('content-disposition', `attachment; filename="leads-${dateOf(new Date())}.csv"`)
  return context.body(
    Readable.toWeb(Readable.from(writeCsv(leads()), { objectMode: false })) as ReadableStream,
  )
}

const renderSummary = (filters: Filters, count: number | null) =>
  html`<p class="summary">${
    count === null ? '' : html`<strong>${renderAmount(count)}</strong> `
  }${filters.touched ? 'were touched. ' : ''}${
    count === 0
      ? ''
      : html`<a href="${withQuery('/leads.csv', filters)}" download>Download ${hasFilters(filters) ? 'all of these' : 'all leads'} as CSV</a>`
  } ${hasFilters(filters) ? html`<a href="/leads">Show all</a>` : ''}</p>`

function renderNobody(filters: Filters) {
  const { q, from, to } = filters
  if (!hasFilters(filters)) return html`<p class="empty quiet">Nobody has signed up yet.</p>`
  const hint = q ? 'Search by the beginning of a name or an address, or by a whole phone number.' : ''
  return html`<p class="empty quiet">Nobody fits. ${from && to && from > to ? 'From is after To.' : hint} <a href="${withQuery('/leads', { q })}">${q ? 'Search all leads' : 'Show all'}</a></p>`
}

/** Renders the form that sends or drops failed or held mails, either of the ticked persons or of all persons. */
const renderActions = (status: 'failed' | 'held', persons: number, list: string) => {
  const again = status === 'failed' ? ' again' : ''
  return html`<form id="stopped" class="actions" method="post" action="/mails">
<input type="hidden" name="status" value="${status}"><input type="hidden" name="list" value="${list}">
<button name="do" value="send">Send chosen${again}</button><button class="plain" name="do" value="drop">Drop chosen</button>
<span>All ${renderAmount(persons)}:</span><button class="plain" name="do" value="send-all">Send all${again}</button><button class="plain" name="do" value="drop-all">Drop all</button></form>`
}

const renderFilters = (filters: Filters, sources: string[], variants: string[]) => {
  const { q, source, variant, days, from, to, sort } = filters
  return html`<form class="filters" role="search" method="get" action="/leads">
${renderHidden({ days, from, to, sort })}
<label class="wide">Name, address or phone <input type="search" name="q" value="${q}"></label>
<details class="more"${foldedNames.some((name) => filters[name]) ? raw(' open') : ''}><summary>Filters</summary><div>
${renderChoice('source', source, [...sources.map((one) => [one, [sourceKind(one), sourceWords(one)].filter(Boolean).join(': ')] as const), ['campaign:', 'no campaign']])}
${variants.length > 0 || variant ? renderChoice('variant', variant, named(['', ...variants])) : ''}
${Object.entries(choices).map(([name, words]) => renderChoice(name, filters[name as keyof typeof choices], Object.entries(words)))}</div></details>
<button>Show</button></form>`
}

/** The column headings that sort the list. Each has the order after the first click and the opposite order. */
const orders: Record<string, [string, string]> = {
  Person: ['name', 'name-down'],
  Source: ['source', 'source-down'],
  Since: ['newest', 'oldest'],
}

function renderHeading(name: string, filters: Filters) {
  const order = orders[name]
  if (!order) return html`<th scope="col">${name}</th>`
  const [first, second] = order
  const sort = filters.sort || 'newest'
  const isUp = sort === 'oldest' || !(sort === 'newest' || sort.endsWith('-down'))
  const mark = order.includes(sort) ? raw(` aria-sort="${isUp ? 'ascending' : 'descending'}"`) : ''
  return html`<th scope="col"${mark}><a href="${withQuery('/leads', { ...filters, sort: sort === first ? second : first })}">${name}</a></th>`
}

const renderTable = (
  leads: Lead[],
  filters: Filters,
  list: string,
  isChoice: boolean,
) => html`<table class="cards leads">
<thead><tr>${['Person', 'Phone', 'Source', 'Since', 'Mails'].map((name) => renderHeading(name, filters))}</tr></thead>
<tbody>${leads.map((lead) => renderRow(lead, withQuery(`/leads/${lead.id}`, { list }), isChoice))}</tbody></table>`

const renderRow = (lead: Lead, address: string, isChoice: boolean) => html`<tr>
<th scope="row">${isChoice ? html`<input type="checkbox" form="stopped" name="lead" value="${lead.id}" aria-label="Choose ${lead.name || lead.email}"> ` : ''}<a href="${address}">${lead.name || lead.email}</a><small><a class="address" href="${mailtoUrl(lead.email)}">${lead.email}</a></small>${renderTags(lead)}</th>
<td class="phone">${renderPhone(lead)}</td>
<td data-label="Source:">${sourceWords(lead.source)}<small>${[sourceKind(lead.source), lead.variant && `variant ${lead.variant}`].filter(Boolean).join(' · ')}</small></td>
<td data-label="Since:">${renderTime(lead.created_at)}${lead.submissions > 1 ? html`<small>${lead.submissions} submissions</small>` : ''}</td>
<td>${renderMails(lead.mails)}</td></tr>`

/** Renders a phone number in international form. Below it: the number as typed, and whether the person confirmed it by mail. */
function renderPhone({ phone, phone_e164: e164, country_code: country, confirmed_at: confirmedAt }: Lead) {
  if (e164 === null) return html`${phone}<small>not a valid number; form: ${country}</small>`
  const typed = phone.replaceAll(/[^+\d]/g, '') === e164 ? '' : html`<small>${phone}</small>`
  return html`<a href="tel:${e164}">${e164}</a>${typed}${confirmedAt ? html`<small>confirmed by mail</small>` : ''}`
}

const renderTags = (lead: Lead) =>
  [
    ...marksOf(lead),
    lead.noted && `${noteKinds[lead.noted.kind] ?? lead.noted.kind} ${lead.noted.created_at.slice(0, 10)}`,
    lead.watched_percent && `watched ${lead.watched_percent} %`,
    lead.changes > 0 && 'gave other data since',
    hasEarlier(lead, 'failed') && 'an earlier mail failed',
    hasEarlier(lead, 'held') && 'an earlier mail is held',
  ]
    .filter(Boolean)
    .map((tag) => html`<span class="tag">${tag}</span> `)

const hasEarlier = (lead: Lead, state: 'failed' | 'held') =>
  lead[state] > lead.mails.filter(({ status }) => status === state).length
