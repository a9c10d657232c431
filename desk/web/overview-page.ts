import type { Context } from 'hono'
import { counted, grouped, percent } from '../core/figures.ts'
import { readPage } from '../core/leads.ts'
import type { Desk } from '../core/open-desk.ts'
import { readOverview } from '../core/overview.ts'
import { dateOf, readPeriod, zone } from '../core/period.ts'
import { readTexts } from '../core/person.ts'
import { sourceKind, sourceWords } from '../core/words.ts'
import { type Attention, mostCounted, readAttention, renderAmount } from './attention.ts'
import type { Interface } from './build-interface.ts'
import { periodQuery, withQuery } from './form.ts'
import { replyView } from './reply-view.ts'
import { periodOf, shellOf } from './shell.ts'
import { tellPhone } from './tell-phone.ts'
import { textsOf } from './texts.ts'
import type { OverviewProps } from './views/overview.tsx'
import { tellDay, tellWhen } from './when.ts'

/** How many sources the page shows at first. */
const shownAtOnce = 8

type Found = Awaited<ReturnType<typeof readOverview>>
type Query = Record<string, string>

/** The figures that can be plotted. `before` is the same in the period before. */
const plots = {
  leads: { label: 'Leads', read: (day: Found['days'][number]) => day.leads, write: grouped },
  views: { label: 'Page views', read: (day: Found['days'][number]) => day.views, write: grouped },
  rate: { label: 'Conversion', read: (day: Found['days'][number]) => day.rate, write: percent },
}

/** A row of the table of sources. A figure that is unknown is not finite. */
type Group = { name: string; kind: string; href?: string; views: number; leads: number; rate: number }

/** The columns by which the table can be sorted, the largest first. */
const orders = {
  views: { label: 'Views', write: grouped },
  leads: { label: 'Leads', write: grouped },
  rate: { label: 'Conversion', write: percent },
}

/** By what the table groups the leads. Views are counted by campaign, so nothing else has views. */
const groupings = {
  source: { label: 'Source', columns: ['views', 'leads', 'rate'] },
  campaign: { label: 'Campaign', columns: ['views', 'leads', 'rate'] },
  medium: { label: 'Medium', columns: ['leads'] },
  content: { label: 'Content', columns: ['leads'] },
} as const

const choose = <Choices extends object>(choices: Choices, name = '', usual: keyof Choices): keyof Choices =>
  Object.hasOwn(choices, name) ? (name as keyof Choices) : usual

/** GET /: shows how many leads came, from which sources, and which mails need the operator. */
export async function showOverview(desk: Desk, context: Context, ui: Interface) {
  const query = context.req.query()
  const period = readPeriod(query, '30')
  const toCall = { calls: 'today', today: dateOf(new Date()) }
  const [found, attention, newest, texts, due] = await Promise.all([
    readOverview(desk, period),
    readAttention(desk),
    readPage(desk, { kind: 'person' }, { max_rows: 6 }),
    readTexts(desk),
    readPage(desk, toCall, { max_rows: 6, max_count: mostCounted }),
  ])
  const [plot, sort] = [choose(plots, query.plot, 'leads'), choose(orders, query.sort, 'leads')]
  const by = choose(groupings, query.by, 'source')
  const keep: Query = { plot: query.plot ?? '', by: query.by ?? '', sort: query.sort ?? '' }
  const list = periodQuery(period)
  const link = (change: Query) => withQuery('/', { ...list, ...keep, ...change })
  const leads = (filters: Query) => withQuery('/leads', { ...list, kind: 'person', ...filters })
  return replyView(context, ui, {
    page: 'overview',
    shell: shellOf({
      title: 'Overview',
      path: '/',
      // Leads shows all time unless the operator chose days.
      period: readPeriod(query, 'all'),
      attention,
      choose: periodOf('/', period, keep, false),
      notice: query.notice,
    }),
    props: {
      todo: [...todoOf(attention), ...waitingOf(due.count ?? 0, texts.count)],
      texts: textsOf(texts),
      metrics: metricsOf(found, plot, link, leads),
      plot: plotOf(found, plot),
      sources: sourcesOf(found, by, sort, query.sources === 'all', link, leads),
      ...(attention.held > 0 && { drop: renderAmount(attention.held) }),
      calls: due.leads.map(({ id, name, email, phone, phone_e164 }) => ({
        name: name || email,
        href: `/leads/${id}`,
        phone: phone_e164 ? tellPhone(phone_e164) : phone,
        ...(phone_e164 && { call: `tel:${phone_e164}` }),
      })),
      latest: newest.leads.map(({ id, name, email, source, created_at }) => ({
        name: name || email,
        source: sourceWords(source),
        when: tellWhen(created_at),
        at: created_at,
        href: `/leads/${id}`,
      })),
      all: '/leads',
      note: `Days are in the time zone ${zone}. Views, and so the conversion, are counted by UTC day, without a cookie; browsers that ask not to be counted are left out. Suspected bots and previews do not count as leads.`,
    },
  })
}

function todoOf({ failed, held, overdue, delayed, own }: Attention): OverviewProps['todo'] {
  const item = (
    kind: 'failed' | 'held' | 'late',
    href: string,
    persons: number,
    words: string,
    hint: string,
  ) => (persons > 0 ? [{ kind, text: `${renderAmount(persons)}: ${words}`, hint, href }] : [])
  return [
    ...item('failed', '/mails', failed, 'a mail failed', 'See why, and send it again.'),
    ...item('held', '/leads?mails=held', held, 'held', 'They look like bots. Send or drop their mails.'),
    ...item(
      'late',
      '/mails',
      delayed,
      'a mail is delayed',
      'Sending has failed for over an hour. npm run doctor says why.',
    ),
    ...item(
      'late',
      '/leads?mails=overdue',
      overdue,
      'a mail is overdue',
      'Nothing sends it. npm run doctor says why.',
    ),
    ...(own > 0
      ? [
          {
            kind: 'failed' as const,
            text: `${own === 1 ? 'A mail' : `${own} mails`} to you failed`,
            hint: 'See why, and send it again.',
            href: '/mails',
          },
        ]
      : []),
  ]
}

const waitingOf = (calls: number, texts: number): OverviewProps['todo'] => [
  ...(calls > 0
    ? [
        {
          kind: 'call' as const,
          text: `${renderAmount(calls)}: to call today`,
          hint: 'See whom you wanted to call again.',
          href: '/leads?calls=today',
        },
      ]
    : []),
  ...(texts > 0
    ? [
        {
          kind: 'text' as const,
          text:
            texts > mostCounted
              ? 'More than 1,000 text messages to read'
              : `${counted(texts, 'text message')} to read`,
          hint: 'Stop the number, or put the text away.',
          href: '#texts',
        },
      ]
    : []),
]

function metricsOf(
  found: Found,
  plot: string,
  link: (change: Query) => string,
  leads: (filters: Query) => string,
) {
  const change = (now: number, before: number) =>
    before > 0 && now !== before
      ? { text: `${grouped(Math.abs(Math.round((100 * (now - before)) / before)))} %`, isRise: now > before }
      : undefined
  const before = (count: number) => (count > 0 ? `${grouped(count)} before` : 'none before')
  const points = 100 * (found.rate - found.rateBefore)
  const metrics: OverviewProps['metrics'] = [
    {
      label: 'Leads',
      value: grouped(found.leads),
      change: change(found.leads, found.leadsBefore),
      note: before(found.leadsBefore),
      href: link({ plot: 'leads' }),
      isChosen: plot === 'leads',
    },
    {
      label: 'Page views',
      value: grouped(found.views),
      change: change(found.viewsOver, found.viewsBefore),
      note: before(found.viewsBefore),
      href: link({ plot: 'views' }),
      isChosen: plot === 'views',
    },
    {
      label: 'Conversion',
      value: percent(found.rate),
      change:
        Math.abs(points) >= 0.05
          ? { text: `${Math.abs(points).toFixed(1)} pts`, isRise: points > 0 }
          : undefined,
      note: Number.isFinite(found.rateBefore) ? `${percent(found.rateBefore)} before` : 'none before',
      href: link({ plot: 'rate' }),
      isChosen: plot === 'rate',
    },
    {
      label: 'May be texted',
      value: grouped(found.mayBeTexted),
      note: `${percent(found.mayBeTexted / found.leads)} of the leads`,
      href: leads({ consent: 'may-be-texted' }),
      isChosen: false,
    },
  ]
  return metrics
}

function plotOf({ days, before }: Found, plot: keyof typeof plots): OverviewProps['plot'] {
  const { label, read, write } = plots[plot]
  const known = (value: number) => (Number.isFinite(value) ? value : null)
  return {
    title: `${label} a day`,
    current: 'This period',
    previous: days.length === 1 ? 'The day before' : `The ${days.length} days before`,
    unit: plot === 'rate' ? 'percent' : 'count',
    days: days.map((day, place) => {
      const earlier = before[place] ?? day
      return {
        label: tellDay(day.date),
        value: known(read(day)),
        text: write(read(day)),
        before: known(read(earlier)),
        beforeText: `${write(read(earlier))} on ${tellDay(earlier.date)}`,
      }
    }),
  }
}

function groupsOf(found: Found, by: keyof typeof groupings, leads: (filters: Query) => string): Group[] {
  if (by === 'medium' || by === 'content')
    return found[`${by}s`].map(({ name, leads }) => ({
      name: name || `no ${by}`,
      kind: '',
      views: Number.NaN,
      leads,
      rate: Number.NaN,
    }))
  return found.sources
    .filter(({ source }) => by === 'source' || sourceKind(source) === 'campaign')
    .map(({ source, leads: count, views, rate }) => ({
      name: source ? sourceWords(source) : 'views without a campaign',
      kind: by === 'source' ? sourceKind(source) : '',
      ...(source && { href: leads({ source }) }),
      views: views ?? Number.NaN,
      leads: source ? count : Number.NaN,
      rate,
    }))
}

function sourcesOf(
  found: Found,
  by: keyof typeof groupings,
  sort: keyof typeof orders,
  isAll: boolean,
  link: (change: Query) => string,
  leads: (filters: Query) => string,
): OverviewProps['sources'] {
  const columns: readonly (keyof typeof orders)[] = groupings[by].columns
  const order = columns.includes(sort) ? sort : 'leads'
  const known = (value: number) => (Number.isFinite(value) ? value : -1)
  const groups = groupsOf(found, by, leads).toSorted((one, other) => known(other[order]) - known(one[order]))
  const most = Math.max(1, ...groups.map(({ leads }) => known(leads)))
  const hidden = isAll ? 0 : groups.length - shownAtOnce
  return {
    tabs: Object.entries(groupings).map(([name, { label }]) => ({
      label,
      href: link({ by: name, sources: '' }),
      isChosen: name === by,
    })),
    heading: groupings[by].label,
    headings: columns.map((name) => ({
      label: orders[name].label,
      href: link({ sort: name, sources: isAll ? 'all' : '' }),
      isSorted: name === order,
    })),
    rows: groups.slice(0, hidden > 0 ? shownAtOnce : undefined).map(({ name, kind, href, ...figures }) => ({
      name,
      kind,
      href,
      share: Math.max(0, known(figures.leads)) / most,
      figures: columns.map((column) =>
        Number.isFinite(figures[column]) ? orders[column].write(figures[column]) : '–',
      ),
    })),
    ...(hidden > 0 && { more: { label: `${hidden} more`, href: link({ sources: 'all' }) } }),
  }
}
