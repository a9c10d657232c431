import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { buildInterface } from '../../server/build-interface.ts'
import type { FunnelProps } from './view.tsx'

const { pages, render } = await buildInterface()

const totals = {
  page_viewed: 1000,
  play_clicked: 250,
  dialog_opened: 250,
  form_begun: 120,
  field_error: 30,
  unlocked: 100,
}
const props: FunnelProps = {
  period: { days: '', from: '2025-11-01', to: '' },
  variant: 'b',
  variants: ['b'],
  campaign: '',
  campaigns: [],
  totals,
  span: 'Day',
  rows: [
    { from: '2025-11-01', to: '2025-11-01', counts: { page_viewed: 400, unlocked: 40 } },
    { from: '2025-11-02', to: '2025-11-02', counts: { page_viewed: 1600 } },
  ],
  watch_link: {},
  reminded: 0,
  returned: 0,
  bookings: { people: 0, pressed: 0, booked: 0, held: 0, won: 0 },
}

const show = (changes: Partial<FunnelProps>) =>
  parseHTML(
    render({ page: pages.funnel, props: { ...props, ...changes }, shell: { title: 'Funnel', links: [] } }),
  ).document

const textsOf = (page: Document, selector: string) =>
  [...page.querySelectorAll(selector)].map(({ textContent }) => textContent)

test('the steps are told in a table, each with a bar of its share', () => {
  const page = show({})
  const [table] = page.querySelectorAll('table')
  assert.deepEqual(textsOf(page, 'main table:first-of-type tbody tr').slice(0, 2), [
    'Page viewed1,000–100.0 %',
    'Play pressed25025.0 %25.0 %',
  ])
  const bars = [...(table?.querySelectorAll('rect') ?? [])].map((bar) => bar.getAttribute('width'))
  assert.deepEqual(bars.slice(0, 2), ['100.0%', '25.0%'])
})

test('what a filter keeps and what is chosen stay in the form', () => {
  const page = show({})
  const kept = page.querySelectorAll('main form input[type=hidden]')
  assert.deepEqual(
    [...kept].map((input) => `${input.getAttribute('name')}=${input.getAttribute('value')}`),
    ['from=2025-11-01'],
  )
  assert.equal(page.querySelector('select[name=variant] option[selected]')?.getAttribute('value'), 'b')
  const [, named] = show({ variants: ['control'] }).querySelectorAll('select[name=variant] option')
  assert.deepEqual([named?.getAttribute('value'), named?.textContent], ['control', 'original'])
})

test('the days stand in a table that keyboards can scroll, unless there is only one', () => {
  const page = show({})
  const days = textsOf(page, 'section[tabindex="0"] tbody tr')
  assert.match(days[0] ?? '', /^2 Nov 20251,600(0)+0\.0 %$/)
  assert.match(days[1] ?? '', /^1 Nov 2025400.*10\.0 %$/)
  assert.equal(show({ rows: props.rows.slice(0, 1) }).querySelector('section'), null)
})

test('without counts the page says so and shows neither facts nor a drawing', () => {
  const page = show({ totals: {}, rows: [] })
  assert.match(page.querySelector('main')?.textContent ?? '', /There are no figures for this period/)
  assert.equal(page.querySelector('main dl, main svg[viewBox="0 0 1000 226"]'), null)
})

test('a long period is told by weeks', () => {
  const week = { from: '2025-11-01', to: '2025-11-07', counts: {} }
  const page = show({ span: 'Week', rows: [week, ...props.rows] })
  assert.equal(textsOf(page, 'section tbody th').at(-1), '1 Nov 2025 – 7 Nov 2025')
  const [title] = textsOf(page, 'h2').slice(-1)
  assert.equal(title, 'Week by week')
})

test('the page says how many unlocked the video, where most visits end, and how many forms had a mistake', () => {
  const facts = (changes: Partial<FunnelProps>) => textsOf(show(changes), 'main dl > div')
  assert.deepEqual(facts({}), [
    'Unlocked the video10.0 %100 of 1,000 views',
    'Most visits end afterPage viewed750 of 1,000 (75.0 %) go no further',
    'Forms with an error25.0 %30 of 120 forms started',
  ])
  assert.deepEqual(facts({ totals: {} }), [
    'Unlocked the videonot enough data0 of 0 views',
    'Most visits end after–Every visit reaches the video.',
    'Forms with an errornot enough data0 of 0 forms started',
  ])
})

test('who came by an email is told apart from the steps', () => {
  assert.doesNotMatch(show({}).querySelector('main')?.textContent ?? '', /link in their email|reminded/)
  const page = show({ watch_link: { video_begun: 1200 }, reminded: 8, returned: 2 })
  const text = page.querySelector('main')?.textContent ?? ''
  assert.match(
    text,
    /1,200 more visits started the video by the link in an email, and 0 watched it to the end/,
  )
  assert.match(text, /Of 8 reminded people, 2 then started the video \(25\.0 %\)\./)
})

test('the steps of people to the booked call are told once somebody pressed the link', () => {
  const bookings = { people: 40, pressed: 20, booked: 10, held: 5, won: 1 }
  assert.doesNotMatch(show({}).querySelector('main')?.textContent ?? '', /booked call/)
  const page = show({ bookings })
  const [row] = textsOf(page, 'table').filter((text) => text?.includes('Booked a call'))
  assert.match(row ?? '', /People.*Of sign-ups.*Booked a call1050\.0 %25\.0 %Call held550\.0 %12\.5 %/)
})
