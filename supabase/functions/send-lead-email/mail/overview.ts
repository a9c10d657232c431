import { counted, countedPeople, grouped, money, percent, shareOf } from '../../_shared/figures.ts'
import { sourceKind, sourceWords } from '../../_shared/source-words.ts'
import { html } from './html.ts'
import { lightColors as light } from './light-colors.ts'
import { strangersWords } from './strangers-text.ts'
import { type Block, intro, list, type Mail, paragraph, writeMail } from './write-mail.ts'

const words = {
  subject: { one: 'new lead on', more: 'new leads on' },
  preheader: 'Yesterday’s figures, and what is waiting for you.',
  title: 'Your day yesterday',
  compared: 'compared with the day before',
  figures: {
    leads: 'Leads',
    views: 'Page views',
    rate: 'Conversion',
    texted: 'May be texted',
    won: 'Won',
  },
  before: 'before',
  unknown: 'no figures before',
  worth: 'worth',
  sources: 'Where they came from:',
  more: 'and more: the page Overview at the desk has all of them',
  waits: 'This was waiting for you when this email was written. The page Overview at the desk has it too:',
  nothing: 'Nothing was waiting for you when this email was written.',
  problems: {
    failed: 'an email failed',
    held: 'on hold',
    delayed: 'an email is delayed',
    overdue: 'an email is overdue',
    to_call: 'to call today',
  },
  own: 'to you failed',
  texts: 'to read',
  many: 'more than',
  reason:
    'You get this email once a day, because “Overview of the day before” is set on the page Settings of the desk. If it is empty there, this email stops.',
} as const

type Counts = { page_viewed?: number; unlocked?: number }

/**
 * Of the SQL function describe_day: a day, its figures beside those of the day before, and how much waits.
 * Counts people and texts up to 5001.
 */
export type DaysOverview = {
  day: string
  figures: {
    leads: number[]
    may_be_texted: number
    won: { people: number; value: number; currency: string }
    days: Record<string, Counts>
    stored_since: string
    counted_since: string | null
    group_count: number
    groups: { name: string; leads: number; views: number | null; unlocked: number | null }[]
  }
  waits: Record<keyof typeof words.problems | 'own' | 'texts', number>
}

const longestName = 100
const mostCounted = 5000

/** As the desk's page Overview shows it. */
export function overviewMail({ day, figures, waits }: DaysOverview): Mail {
  const leads = figures.leads[1] ?? 0
  const date = tellDay(day)
  const waiting = waitsOf(waits)
  return writeMail(`${grouped(leads)} ${words.subject[leads === 1 ? 'one' : 'more']} ${date}`, words, {
    hero: [intro(`${date}, ${words.compared}`)],
    body: [
      table(figuresOf(day, figures)),
      ...(figures.groups.length > 0
        ? [
            paragraph(words.sources),
            list([
              ...figures.groups.map(sourceLine),
              ...(figures.group_count > figures.groups.length ? [words.more] : []),
            ]),
          ]
        : []),
      paragraph(waiting.length > 0 ? words.waits : words.nothing),
      ...(waiting.length > 0 ? [list(waiting)] : []),
    ],
  })
}

type Line = [label: string, value: string, note: string]

function figuresOf(day: string, figures: DaysOverview['figures']): Line[] {
  const dayBefore = addDay(day, -1)
  const countsOf = (date: string): Counts | null =>
    figures.counted_since !== null && date >= figures.counted_since ? (figures.days[date] ?? {}) : null
  const [counts, before] = [countsOf(day), countsOf(dayBefore)]
  const { people, value, currency } = figures.won
  const [leadsBefore = 0, leads = 0] = figures.leads
  const told = (text: string | null) => (text === null ? words.unknown : `${text} ${words.before}`)
  const viewsOf = (found: Counts) => grouped(found.page_viewed ?? 0)
  const rateOf = ({ unlocked = 0, page_viewed: views = 0 }: Counts) => percent(shareOf(unlocked, views))
  return [
    [
      words.figures.leads,
      grouped(leads),
      told(dayBefore >= figures.stored_since ? grouped(leadsBefore) : null),
    ],
    [words.figures.views, counts ? viewsOf(counts) : '–', told(before && viewsOf(before))],
    [words.figures.rate, counts ? rateOf(counts) : '–', told(before && rateOf(before))],
    [words.figures.texted, grouped(figures.may_be_texted), ''],
    [words.figures.won, grouped(people), value > 0 ? `${words.worth} ${money(value, currency)}` : ''],
  ]
}

const table = (lines: Line[]): Block => ({
  html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">${lines.map(
    ([label, value, note]) =>
      html`<tr><td class="line" style="border-bottom:1px solid ${light.line};padding:8px 12px 8px 0">${label}</td><td class="line strong" align="right" style="border-bottom:1px solid ${light.line};padding:8px 12px 8px 0"><strong>${value}</strong></td><td class="line" style="border-bottom:1px solid ${light.line};padding:8px 0">${note}</td></tr>`,
  )}</table>`,
  text: lines.map(([label, value, note]) => `${label}: ${note ? `${value} (${note})` : value}`).join('\n'),
})

/** Anybody can write a campaign into an address, so it is a stranger's text. */
function sourceLine({ name, leads, views, unlocked }: DaysOverview['figures']['groups'][number]): string {
  const shown = Array.from(strangersWords(sourceWords(name)).replace(/\s+/gu, ' '))
    .slice(0, longestName)
    .join('')
  const kind = sourceKind(name)
  const rate =
    views === null
      ? ''
      : `, ${counted(views, 'page view')}, ${words.figures.rate.toLowerCase()} ${percent(shareOf(unlocked ?? 0, views))}`
  return `${shown}${kind ? ` (${kind})` : ''}: ${counted(leads, 'lead')}${rate}`
}

function waitsOf(waits: DaysOverview['waits']): string[] {
  const people = (count: number) =>
    count > mostCounted ? `${words.many} ${countedPeople(mostCounted)}` : countedPeople(count)
  const texts = `${waits.texts > mostCounted ? `${words.many} ` : ''}${counted(Math.min(waits.texts, mostCounted), 'text message')}`
  return [
    ...(['failed', 'held', 'delayed', 'overdue', 'to_call'] as const)
      .filter((problem) => waits[problem] > 0)
      .map(
        (problem) =>
          `${people(waits[problem])}${problem === 'to_call' ? ' ' : ': '}${words.problems[problem]}`,
      ),
    ...(waits.own > 0 ? [`${counted(waits.own, 'email')} ${words.own}`] : []),
    ...(waits.texts > 0 ? [`${texts} ${words.texts}`] : []),
  ]
}

const atNoon = (day: string) => new Date(`${day}T12:00Z`)

/** From YYYY-MM-DD, as “Fri, 27 Nov 2026”. */
const tellDay = (day: string) =>
  atNoon(day).toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })

function addDay(day: string, count: number): string {
  const date = atNoon(day)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}
