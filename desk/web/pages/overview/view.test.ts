import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import type { Lead, LeadList } from '../../../core/lead.ts'
import { buildInterface } from '../../server/build-interface.ts'
import { rangeOf } from './sources.ts'
import type { OverviewProps } from './view.tsx'

const { pages, render } = await buildInterface()

const attention = { failed: 0, held: 0, overdue: 0, delayed: 0, own: 0 }
const day = { date: '2025-11-01', leads: 2, views: 10, unlocked: 1, rate: 0.1, isRunning: false }
const found: OverviewProps['found'] = {
  days: [day],
  before: [{ ...day, date: '2026-10-02', leads: 1 }],
  previous: 'The day before',
  isRunning: false,
  hour: null,
  leads: 9,
  mayBeTexted: 3,
  won: { people: 0, value: 0, currency: '' },
  leadsBefore: 5,
  views: 100,
  viewsOver: 100,
  viewsBefore: 100,
  rate: 0.1,
  rateOver: 0.1,
  rateBefore: 0.1,
  groupCount: 0,
  groups: [],
}
const listOf = (...leads: Lead[]): LeadList => ({
  leads,
  older: null,
  newer: null,
  count: null,
  count_is: null,
  is_sorted: true,
  is_cut: false,
  read_at: '2025-11-02T09:00:00Z',
})
const props: OverviewProps = {
  seen: '',
  period: { days: '30', from: '', to: '' },
  chosen: { plot: 'leads', by: 'source', sort: 'leads' },
  kept: {},
  found,
  attention,
  texts: { count: 0, texts: [] },
  calls: [],
  callCount: 0,
  heldCalls: 0,
  latest: listOf(),
}
const lead = {
  id: '1',
  name: 'Ada',
  email: 'ada@example.org',
  phone: '(201) 555-0123',
  phone_e164: '+12015550123',
  source: 'campaign:autumn',
  created_at: '2026-11-21T09:00:00Z',
} as Lead

const show = (changes: Partial<OverviewProps>) =>
  parseHTML(
    render({
      page: pages.overview,
      props: { ...props, ...changes },
      shell: { title: 'Overview', links: [] },
    }),
  ).document

const showFigures = (changes: Partial<OverviewProps['found']>, chosen = props.chosen) =>
  show({ found: { ...found, ...changes }, chosen })

/** In November, each with these figures. */
const daysOf = (count: number, changes: Partial<typeof day> = {}) =>
  Array.from({ length: count }, (_, place) => ({ ...day, ...changes, date: `2025-11-0${place + 1}` }))

test('a figure shows its change, and which one is plotted', () => {
  const [chosen, other] = show({}).querySelectorAll('a[href*="plot="]')
  assert.deepEqual(
    [chosen?.getAttribute('href'), chosen?.getAttribute('aria-current'), other?.getAttribute('aria-current')],
    ['/?days=30&plot=leads', 'true', null],
  )
  assert.match(chosen?.textContent ?? '', /^Leads80 %95 before$/)
})

test('whoever was won is told with what they are worth, and leads to them', () => {
  const find = (people: number, value: number, currency = '') =>
    showFigures({ won: { people, value, currency } }).querySelector(
      'a[href="/leads?days=30&kind=person&outcome=won"]',
    )?.textContent
  assert.equal(find(0, 0), undefined)
  assert.equal(find(2, 0), 'Won2of the leads')
  assert.equal(find(2, 1200), 'Won1,2002 of the leads')
  assert.equal(find(2, 1200.5, 'EUR'), 'Won€1,200.502 of the leads')
})

test('the plot has an axis that begins at 0, and each day’s figures also without a script', () => {
  const days = [
    { ...day, leads: 12 },
    { ...day, date: '2025-11-02', leads: null },
  ]
  const page = showFigures({ days })
  const [drawing] = page.querySelectorAll('figure svg[role=img]')
  assert.match(drawing?.getAttribute('aria-label') ?? '', /^Leads a day: 1 Nov 2025 12, 2 Nov 2025 –$/)
  const axis = [...(drawing?.querySelectorAll('text[text-anchor=end]') ?? [])].map(
    ({ textContent }) => textContent,
  )
  assert.deepEqual(axis, ['0', '5', '10', '15'])
  assert.match(drawing?.textContent ?? '', /1 Nov 2025121 on 2 Oct/)
})

test('a plot of one day, which has no line, shows that day and the one before as dots', () => {
  const dots = (changes: Partial<typeof found>) =>
    showFigures(changes).querySelectorAll('figure svg[role=img]:first-of-type > circle').length
  assert.equal(dots({}), 2)
  assert.equal(dots({ before: [] }), 1)
  assert.equal(dots({ days: daysOf(2), before: daysOf(2) }), 0)
})

test('a day that is not known leaves a gap, and the line to a day that is not over is dotted', () => {
  const linesOf = (isRunning: boolean, unknown: number) =>
    [
      ...showFigures({
        isRunning,
        before: [],
        days: daysOf(5).map((one, place) => (place === unknown ? { ...one, leads: null } : one)),
      }).querySelectorAll('figure svg[role=img]:first-of-type > path.stroke-chart'),
    ].map((line) => [
      line.getAttribute('d')?.replaceAll(/[^ML]/g, ''),
      line.getAttribute('stroke-dasharray') !== null,
    ])
  assert.deepEqual(linesOf(false, 2), [['MLML', false]])
  assert.deepEqual(linesOf(true, -1), [
    ['MLLL', false],
    ['ML', true],
  ])
})

test('what waits stands in one list, with what can be done on each line, and where nothing waits there is none', () => {
  const waits = (changes: Partial<OverviewProps>) =>
    [...show(changes).querySelectorAll('[aria-label="What to do"] > li')].map((line) => [
      line.querySelector('p > span')?.textContent,
      line.querySelector(':scope > div > a')?.getAttribute('href'),
    ])
  assert.deepEqual(
    waits({
      attention: { failed: 1, held: 2, overdue: 3, delayed: 4, own: 1 },
      callCount: 5001,
      heldCalls: 2,
    }),
    [
      ['1 person: an email failed', '/mails'],
      ['An email to you failed', '/mails'],
      ['2 people: on hold', '/leads?mails=held'],
      ['4 people: an email is delayed', '/mails'],
      ['3 people: an email is overdue', '/leads?mails=overdue'],
      ['more than 5,000 people to call today', '/calls'],
      ['2 people: call held, no outcome yet', '/leads?booking=held&outcome=open&kind=person'],
    ],
  )
  assert.deepEqual(waits({ limited: { title: 'Your mail account is still limited', remedy: 'Ask.' } }), [
    ['Your mail account is still limited, so visitors get no emails', '/mails'],
  ])
  assert.equal(show({}).querySelector('[aria-label="What to do"]'), null)
})

test('whom to call today stands there, with a number to press if it is valid', () => {
  assert.doesNotMatch(show({}).querySelector('main')?.textContent ?? '', /To call today/)
  const page = show({ calls: [lead, { ...lead, id: '2', name: 'Bo', phone: '12', phone_e164: null }] })
  assert.equal(page.querySelector('a[href="/leads/2"]')?.textContent, 'Bo')
  assert.deepEqual(
    [...page.querySelectorAll('a[href^="tel:"]')].map(({ textContent }) => textContent),
    ['+1 201 555 0123'],
  )
})

test('a desk without leads says what to do next', () => {
  const latest = show({}).querySelector('a[href="/mails"]')?.parentElement
  assert.match(latest?.textContent ?? '', /^Nobody has signed up yet\. Sign up on your page once/)
  const page = show({ latest: listOf(lead, { ...lead, id: '2', name: '' }) })
  assert.doesNotMatch(page.querySelector('main')?.textContent ?? '', /Sign up on your page/)
  assert.match(page.querySelector('li:has(a[href="/leads/1"])')?.textContent ?? '', /^AAdaautumn/)
  assert.equal(page.querySelector('a[href="/leads/2"]')?.textContent, 'ada@example.org')
})

test('a desk without leads leads to the page, if it knows its address', () => {
  const linkOf = (pageUrl?: string) =>
    show({ pageUrl }).querySelector('[data-slot=card] p a:not([href="/mails"])')?.getAttribute('href')
  assert.equal(linkOf('https://training.example.com/'), 'https://training.example.com/')
  assert.equal(linkOf(), undefined)
})

test('a name without letters is marked by its first emoji or digit', () => {
  const markOf = (name: string) =>
    show({ latest: listOf({ ...lead, name }) }).querySelector('li > span[aria-hidden]')?.textContent
  assert.deepEqual(['Ada Li', '🦊 7', '42', '👩‍🚀', '…'].map(markOf), ['AL', '🦊', '4', '👩‍🚀', '?'])
})

test('the figures of the plot stand in a table, too, which needs no pointer', () => {
  const days = [day, { ...day, date: '2025-11-02', leads: null }]
  const table = showFigures({ days }).querySelector('figure details section[tabindex="0"] table')
  assert.deepEqual(
    [...(table?.querySelectorAll('tbody tr') ?? [])].map(({ textContent }) => textContent),
    ['2 Nov 2025–', '1 Nov 202521 on 2 Oct'],
  )
})

test('held emails are sent and dropped only after a question with their number', () => {
  assert.equal(show({}).querySelector('dialog'), null)
  const form = show({ attention: { ...attention, held: 2 } }).querySelector('form[action="/mails"]')
  assert.equal(form?.querySelector('input[name=all]')?.getAttribute('value'), '2 people')
  for (const act of ['send', 'drop']) {
    assert.ok(form?.querySelector(`[commandfor=${act}][command=show-modal]`))
    assert.match(form?.querySelector(`dialog#${act}`)?.textContent ?? '', /The emails to 2 people /)
    assert.ok(form?.querySelector(`dialog#${act} button[name=do][value=${act}]`))
  }
  assert.equal(form?.querySelectorAll('button[name=do]').length, 2)
})

const group = { name: 'campaign:autumn', leads: 1, views: null, rate: null, value: null }

test('no view has a style attribute, which the policy would block', () => {
  const page = showFigures({ groups: [{ ...group, leads: 2 }, group], groupCount: 2 })
  assert.equal(page.querySelectorAll('[style], style').length, 0)
  assert.deepEqual(
    [...page.querySelectorAll('td rect')].map((bar) => bar.getAttribute('width')),
    ['100.0%', '50.0%'],
  )
})

test('leads are grouped by what the operator chooses', () => {
  const groups = [
    { ...group, name: 'cpc', leads: 7 },
    { ...group, name: '' },
  ]
  const page = showFigures({ groups, groupCount: 2 }, { ...props.chosen, by: 'medium' })
  const chosen = page.querySelector('nav[aria-label="Sources by"] [aria-current]')
  assert.equal(chosen?.getAttribute('href'), '/?days=30&by=medium')
  assert.equal(page.querySelector('[data-slot=table-head]')?.textContent, 'Medium')
  const rows = [...page.querySelectorAll('[data-slot=table-body] tr')].map(({ textContent }) => textContent)
  assert.match(rows[0] ?? '', /^cpc\s*7\s+77\.8 %\s*–\s*$/)
  assert.match(rows[1] ?? '', /^no medium\s*1\s+11\.1 %\s*–\s*$/)
  assert.equal(page.querySelectorAll('[data-slot=table-body] a').length, 0)
})

test('campaigns are sorted by what the operator chooses, and lead to their people', () => {
  const groups = [
    { ...group, views: 1200, rate: 0.25, value: 950 },
    { ...group, name: '' },
  ]
  const chosen = { ...props.chosen, by: 'campaign', sort: 'views' } as const
  const page = showFigures({ groups, groupCount: 2 }, chosen)
  assert.equal(page.querySelector('th[aria-sort=descending]')?.textContent, 'Views')
  const rows = [...page.querySelectorAll('[data-slot=table-body] tr')].map(({ textContent }) => textContent)
  assert.match(rows[0] ?? '', /^autumn\s*1,200\s*1\s+11\.1 %\s*25\.0 %\s*950\s*$/)
  assert.match(rows[1] ?? '', /^no campaign\s*–\s*1\s+11\.1 %\s*–\s*–\s*$/)
  assert.deepEqual(
    [...page.querySelectorAll('[data-slot=table-body] a')].map((link) => link.getAttribute('href')),
    ['/leads?days=30&kind=person&source=campaign%3Aautumn'],
  )
})

/** Of `groupCount` groups. */
function pagesOf(groupCount: number, sources?: string) {
  const { skip, most } = rangeOf(sources)
  const groups = Array.from({ length: Math.max(0, Math.min(most, groupCount - skip)) }, (_, place) => ({
    ...group,
    name: `source:${place}`,
  }))
  const page = showFigures({ groups, groupCount }, { ...props.chosen, sources })
  const links = [
    ...page.querySelectorAll('[data-slot=card]:has([aria-label="Sources by"]) a[href*="sources="]'),
  ]
  return [
    page.querySelector('[aria-label="Pages of sources"] span')?.textContent,
    ...links
      .filter((link) => !link.closest('thead'))
      .map(
        (link) =>
          `${link.textContent} ${new URLSearchParams(link.getAttribute('href') ?? '').get('sources')}`,
      ),
  ]
}

test('every source can be reached, by a link to all and then from page to page', () => {
  assert.deepEqual(pagesOf(8), [undefined])
  assert.deepEqual(pagesOf(1_205), [undefined, 'All 1,205 1'])
  assert.deepEqual(pagesOf(205, '1'), ['1–100 of 205', 'Next 2'])
  assert.deepEqual(pagesOf(205, '2'), ['101–200 of 205', 'Previous 1', 'Next 3'])
  assert.deepEqual(pagesOf(205, '3'), ['201–205 of 205', 'Previous 2'])
  assert.deepEqual(pagesOf(200, '2'), ['101–200 of 200', 'Previous 1'])
})

test('a text message is stopped or marked as read by a plain post, and is not stopped without a number', () => {
  assert.equal(show({}).querySelector('form[action="/texts"]'), null)
  const text = { id: '7', words: 'leave me', received_at: '2026-11-20T10:00:00Z' }
  const person = { id: '1', name: '', email: 'ada@example.com' }
  const page = show({
    texts: {
      count: 2,
      texts: [
        { ...text, sender: '+12015550123', person },
        { ...text, id: '8', sender: 'TWITTER', person: null },
      ],
    },
  })
  assert.equal(page.querySelector('li a[href="/leads/1"]')?.textContent, person.email)
  const forms = page.querySelectorAll('form[action="/texts"][method=post]')
  const fields = [...forms].map((form) => [
    form.querySelector('input[name=text]')?.getAttribute('value'),
    ...[...form.querySelectorAll('button[name=do]')].map((button) => button.getAttribute('value')),
  ])
  assert.deepEqual(fields, [
    ['7', 'read', 'stop'],
    ['8', 'read'],
  ])
})
