import type { Context } from 'hono'
import * as z from 'zod/mini'
import { mailtoUrl } from '../../supabase/functions/_shared/mailto-url.ts'
import { grouped } from '../core/figures.ts'
import type { Lead, LeadMail } from '../core/lead.ts'
import { choices, readPage } from '../core/leads.ts'
import { explainFailure, stateWords } from '../core/mail-words.ts'
import type { Desk } from '../core/open-desk.ts'
import { dateOf, readPeriod, zone } from '../core/period.ts'
import { consentWords, noteKinds, sourceKind, sourceWords } from '../core/words.ts'
import { type Attention, mostCounted, readAttention, renderAmount } from './attention.ts'
import type { Interface } from './build-interface.ts'
import { argumentsOf, type Filters, filtersOf, hasFilters, listQuery, named } from './filters.ts'
import { withQuery } from './form.ts'
import { replyView } from './reply-view.ts'
import { periodOf, shellOf } from './shell.ts'
import { tellPhone } from './tell-phone.ts'
import type { LeadColumn, LeadRow } from './views/lead-columns.tsx'
import type { LeadsProps } from './views/leads.tsx'
import { tellDay, tellWhen } from './when.ts'

const originsSchema = z.object({ sources: z.array(z.string()), variants: z.array(z.string()) })

const viewNames = ['number', 'consent', 'calls', 'kind', 'mails'] as const

type View = {
  label: string
  filters: Partial<Record<(typeof viewNames)[number], string>>
  /** The state whose people are counted beside the label. */
  waits?: 'failed' | 'held'
}

/** The saved views: each is a name for filters. */
const views: View[] = [
  { label: 'Everybody', filters: {} },
  { label: 'May be texted', filters: { number: 'valid', consent: 'may-be-texted' } },
  { label: 'Not called yet', filters: { calls: 'none', kind: 'person' } },
  { label: 'Call today', filters: { calls: 'today' } },
  { label: 'Mail failed', filters: { mails: 'failed' }, waits: 'failed' },
  { label: 'Held', filters: { mails: 'held' }, waits: 'held' },
]

/** The columns that sort the list: the order after the first click, and the opposite one. */
const orders: Partial<Record<LeadColumn, [string, string]>> = {
  person: ['name', 'name-down'],
  source: ['source', 'source-down'],
  since: ['newest', 'oldest'],
}

/** GET /leads: lists the persons that pass the filters, 50 per page. */
export async function listLeads(desk: Desk, context: Context, ui: Interface) {
  const query = context.req.query()
  const { before, after } = query
  const filters = filtersOf(query)
  const period = readPeriod(query, 'all')
  const [{ leads, older, newer, count }, attention, origins] = await Promise.all([
    readPage(desk, argumentsOf(filters), {
      ...(before && { before }),
      ...(after && { after }),
      max_count: mostCounted,
    }),
    readAttention(desk),
    desk.call('list_origins'),
  ])
  const { days, from, to, sort, ...others } = filters
  const stopped = filters.mails === 'failed' || filters.mails === 'held' ? filters.mails : undefined
  const list = listQuery(query)
  const people = count === null ? '' : renderAmount(count)
  return replyView(context, ui, {
    page: 'leads',
    shell: shellOf({
      title: 'Leads',
      path: '/leads',
      period,
      attention,
      choose: periodOf('/leads', period, { ...others, sort }, true),
      notice: query.touched ?? query.notice,
    }),
    props: {
      tabs: tabsOf(filters, attention),
      search: filters.q,
      filters: choicesOf(filters, originsSchema.parse(origins)),
      chips: chipsOf(filters),
      keep: { days, from, to, sort },
      summary: people && (filters.touched ? `${people} were touched` : people),
      exports: withQuery('/exports', filters),
      ...(filters.mails === 'failed' && { causes: '/mails' }),
      headings: headingsOf(filters),
      rows: leads.map((lead) => rowOf(lead, list)),
      ...(leads.length === 0 && { nobody: nobodyOf(filters) }),
      list,
      bulk: {
        ...(stopped && { status: stopped }),
        everybody: stopped ? renderAmount(attention[stopped]) : '',
        contacts: Object.fromEntries(
          leads.map(({ id, email, phone_e164 }) => [id, { email, phone: phone_e164 ?? '' }]),
        ),
      },
      pages: {
        ...(newer && { newer: withQuery('/leads', { ...filters, after: newer }) }),
        ...(older && { older: withQuery('/leads', { ...filters, before: older }) }),
      },
      note: `Times are in the time zone ${zone}.`,
    },
  })
}

const countOf = (people: number) => (people > mostCounted ? `${grouped(mostCounted)}+` : grouped(people))

const tabsOf = (filters: Filters, attention: Attention): LeadsProps['tabs'] =>
  views.map(({ label, filters: own, waits }) => ({
    label,
    href: withQuery('/leads', own),
    isChosen: !filters.touched && viewNames.every((name) => filters[name] === (own[name] ?? '')),
    ...(waits &&
      attention[waits] > 0 && {
        waiting: { count: countOf(attention[waits]), tone: waits === 'failed' ? 'bad' : 'wait' },
      }),
  }))

function choicesOf(
  filters: Filters,
  { sources, variants }: z.infer<typeof originsSchema>,
): LeadsProps['filters'] {
  const sourceChoices = sources.map(
    (one) => [one, [sourceKind(one), sourceWords(one)].filter(Boolean).join(': ')] as const,
  )
  const all: Partial<Record<keyof Filters, (readonly [string, string])[]>> = {
    source: [...sourceChoices, ['campaign:', 'no campaign']],
    ...((variants.length > 0 || filters.variant) && { variant: named(['', ...variants]) }),
    ...Object.fromEntries(Object.entries(choices).map(([name, words]) => [name, Object.entries(words)])),
  }
  return Object.entries(all).map(([name, found]) => ({
    name,
    label: name.replace(/^./, (first) => first.toUpperCase()),
    chosen: filters[name as keyof Filters],
    choices: found.map(([value, label]) => ({ value, label })),
  }))
}

/** Returns a chip for each filter that is set, which leads to the list without it. */
export function chipsOf(filters: Filters): LeadsProps['chips'] {
  const words: Partial<Record<keyof Filters, (value: string) => string>> = {
    q: (value) => `“${value}”`,
    source: (value) => (value === 'campaign:' ? 'no campaign' : sourceWords(value)),
    variant: (value) => `variant: ${value.trim() || 'none'}`,
    from: (value) => `from ${tellDay(value)}`,
    to: (value) => `to ${tellDay(value)}`,
  }
  const labelOf = (name: string, value: string) => {
    const known = (choices as Record<string, Record<string, string>>)[name]
    return words[name as keyof Filters]?.(value) ?? `${name}: ${known?.[value] ?? value}`
  }
  return Object.entries(filters)
    .filter(([name, value]) => value && !['days', 'sort', 'touched'].includes(name))
    .map(([name, value]) => ({
      label: labelOf(name, value),
      href: withQuery('/leads', { ...filters, [name]: '', touched: '' }),
    }))
}

function headingsOf(filters: Filters): LeadsProps['headings'] {
  const sort = filters.sort || 'newest'
  const isUp = sort === 'oldest' || !(sort === 'newest' || sort.endsWith('-down'))
  return Object.fromEntries(
    Object.entries(orders).map(([name, [first, second]]) => [
      name,
      {
        href: withQuery('/leads', { ...filters, sort: sort === first ? second : first }),
        ...([first, second].includes(sort) && { sort: isUp ? 'ascending' : 'descending' }),
      },
    ]),
  )
}

function nobodyOf(filters: Filters): LeadsProps['nobody'] {
  const { q, from, to } = filters
  if (!hasFilters(filters)) return { text: 'Nobody has signed up yet.' }
  const hint = q ? 'Search by the beginning of a name or an address, or by a part of a phone number.' : ''
  return {
    text: `Nobody matches. ${from && to && from > to ? 'From is after To.' : hint}`,
    label: q ? 'Search all leads' : 'Show all',
    href: withQuery('/leads', { q }),
  }
}

type Tone = LeadRow['consent']['tone']

const consentTones: Record<string, Tone> = {
  given: 'good',
  confirmed: 'good',
  asked: 'wait',
  withdrawn: 'bad',
}
const mailTones: Record<string, Tone> = { sent: 'good', failed: 'bad', held: 'wait' }

/** Returns the mails in words. Where all fare the same, it is told once. */
function mailsOf(mails: LeadMail[]): LeadRow['mails'] {
  const told = mails.map((mail) => ({
    text: stateWords(mail),
    tone: mailTones[mail.status] ?? 'quiet',
    reason: explainFailure(mail) ?? '',
  }))
  const [first, ...others] = told
  const isSame = others.every(({ text, reason }) => text === first?.text && reason === first.reason)
  if (first && others.length > 0 && isSame) return [first]
  return told.map((mail, place) => ({ ...mail, text: `To ${mails[place]?.kind}: ${mail.text}` }))
}

/** Returns a person in words. */
function rowOf(lead: Lead, list: string): LeadRow {
  const { id, name, email, source, variant, consent, mails, created_at: at, submissions } = lead
  const time = new Date(at)
  return {
    id,
    href: withQuery(`/leads/${id}`, { list }),
    name: name || email,
    email,
    mailto: mailtoUrl(email),
    tags: tagsOf(lead),
    phone: phoneOf(lead),
    source: { name: sourceWords(source), kind: [sourceKind(source), variant].filter(Boolean).join(' · ') },
    consent: { text: consentWords[consent] ?? consent, tone: consentTones[consent] ?? 'quiet' },
    mails: mailsOf(mails),
    since: {
      at,
      text: tellWhen(at),
      full: `${dateOf(time)} ${time.toTimeString().slice(0, 5)}`,
      note: submissions > 1 ? `${submissions} submissions` : '',
    },
  }
}

/** Returns the number in international form, with what was typed where that differs. */
function phoneOf({
  phone,
  phone_e164: e164,
  country_code: country,
  confirmed_at: confirmedAt,
}: Lead): LeadRow['phone'] {
  if (e164 === null) return { text: `${phone}: not valid`, note: `form: ${country}` }
  const isSame = e164.endsWith(phone.replaceAll(/\D/g, '').replace(/^0+/, ''))
  const typed = isSame ? '' : phone
  return {
    e164,
    text: tellPhone(e164),
    note: [typed, confirmedAt && 'confirmed by mail'].filter(Boolean).join(' · '),
  }
}

function tagsOf(lead: Lead): LeadRow['tags'] {
  const { noted, watched_percent: watched, call_again_on: callOn } = lead
  const texts = [
    callOn && `call on ${tellDay(callOn)}`,
    noted && `${noteKinds[noted.kind] ?? noted.kind} ${tellDay(dateOf(new Date(noted.created_at)))}`,
    watched && `watched ${watched} %`,
    lead.changes > 0 && 'has since given other data',
    hasEarlier(lead, 'failed') && 'an earlier mail failed',
    hasEarlier(lead, 'held') && 'an earlier mail is held',
  ].filter((text) => typeof text === 'string')
  return [
    ...(lead.suspected_bot ? [{ text: 'bot?', tone: 'wait' as const }] : []),
    ...(lead.preview ? [{ text: 'preview' }] : []),
    ...texts.map((text) => ({ text })),
  ]
}

const hasEarlier = (lead: Lead, state: 'failed' | 'held') =>
  lead[state] > lead.mails.filter(({ status }) => status === state).length
