import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { buildInterface } from '../../server/build-interface.ts'
import type { OverviewProps } from './view.tsx'

const { render } = await buildInterface()

const day = { label: '1 Nov', title: '1 Nov', value: 2, text: '2', before: 1, beforeText: '1 on 2 Oct' }
const props: OverviewProps = {
  todo: [],
  metrics: [],
  plot: {
    title: 'Leads a day',
    current: 'Now',
    previous: 'Before',
    unit: 'count',
    isRunning: false,
    days: [day],
  },
  sources: { tabs: [], heading: 'Source', headings: [], rows: [] },
  calls: [],
  latest: [],
  all: '/leads',
  note: '',
}

/** Renders the page with these props. */
const show = (changes: Partial<OverviewProps>) =>
  parseHTML(
    render({ page: 'overview', props: { ...props, ...changes }, shell: { title: 'Overview', links: [] } }),
  ).document

test('a figure shows its change, and which one is plotted', () => {
  const metric = { label: 'Leads', value: '9', note: '5 before', href: '/?plot=leads', isChosen: false }
  const change = { text: '80 %', isRise: true }
  const [chosen, other] = show({
    metrics: [
      { ...metric, change, isChosen: true },
      { ...metric, label: 'Page views' },
    ],
  }).querySelectorAll('a[href="/?plot=leads"]')
  assert.deepEqual(
    [chosen?.getAttribute('aria-current'), other?.getAttribute('aria-current')],
    ['true', null],
  )
  assert.match(chosen?.textContent ?? '', /^Leads80 %95 before$/)
})

test('the plot has an axis that begins at 0, and each day’s figures also without a script', () => {
  const days = [
    { ...day, value: 12 },
    { ...day, label: '2 Nov', value: null, text: '–' },
  ]
  const page = show({ plot: { ...props.plot, days } })
  const [drawing] = page.querySelectorAll('figure svg[role=img]')
  assert.match(drawing?.getAttribute('aria-label') ?? '', /^Leads a day: 1 Nov 2, 2 Nov –$/)
  const axis = [...(drawing?.querySelectorAll('text[text-anchor=end]') ?? [])].map(
    ({ textContent }) => textContent,
  )
  assert.deepEqual(axis, ['0', '5', '10', '15'])
  assert.match(drawing?.textContent ?? '', /1 Nov21 on 2 Oct/)
})

test('a plot of one day, which has no line, shows that day and the one before as dots', () => {
  const dots = (days: OverviewProps['plot']['days']) =>
    show({ plot: { ...props.plot, days } }).querySelectorAll('figure svg[role=img]:first-of-type > circle')
      .length
  assert.equal(dots([day]), 2)
  assert.equal(dots([{ ...day, before: null }]), 1)
  assert.equal(dots([day, { ...day, label: '2 Nov' }]), 0)
})

test('a day that is not known leaves a gap, and the line to a day that is not over is dotted', () => {
  const days = ['1 Nov', '2 Nov', '3 Nov', '4 Nov', '5 Nov'].map((label) => ({ ...day, label, before: null }))
  const linesOf = (isRunning: boolean, unknown: number) =>
    [
      ...show({
        plot: {
          ...props.plot,
          isRunning,
          days: days.map((one, place) => (place === unknown ? { ...one, value: null } : one)),
        },
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

test('what waits leads to its people, and is told where nothing does', () => {
  const todo = [{ kind: 'held' as const, text: '2 people: held', hint: '', href: '/leads?mails=held' }]
  assert.equal(
    show({ todo }).querySelector('[aria-label="What to do"] a')?.getAttribute('href'),
    '/leads?mails=held',
  )
  assert.match(show({}).querySelector('[aria-label="What to do"]')?.textContent ?? '', /Nothing waits/)
})

test('whom to call today stands there, with a number to press if it is valid', () => {
  assert.doesNotMatch(show({}).querySelector('main')?.textContent ?? '', /To call today/)
  const page = show({
    calls: [
      { name: 'Ada', href: '/leads/1', phone: '+12015550123', call: 'tel:+12015550123' },
      { name: 'Bo', href: '/leads/2', phone: '12' },
    ],
  })
  assert.equal(page.querySelector('a[href="/leads/2"]')?.textContent, 'Bo')
  assert.deepEqual(
    [...page.querySelectorAll('a[href^="tel:"]')].map(({ textContent }) => textContent),
    ['+12015550123'],
  )
})

test('a desk without leads says what to do next', () => {
  const latest = show({}).querySelector('a[href="/mails"]')?.parentElement
  assert.match(latest?.textContent ?? '', /^Nobody has signed up yet\. Sign up on your page once/)
  const one = { name: 'Ada', source: 'direct', when: 'now', at: '2026-11-21T09:00:00Z', href: '/leads/1' }
  assert.doesNotMatch(
    show({ latest: [one] }).querySelector('main')?.textContent ?? '',
    /Sign up on your page/,
  )
})

test('held mails are sent and dropped only after a question with their number', () => {
  assert.equal(show({}).querySelector('dialog'), null)
  const todo = [{ kind: 'held' as const, text: '2 people: held', hint: '', href: '/leads?mails=held' }]
  const form = show({ todo, held: '2 people' }).querySelector('form[action="/mails"]')
  for (const act of ['send', 'drop']) {
    assert.ok(form?.querySelector(`[commandfor=${act}][command=show-modal]`))
    assert.match(form?.querySelector(`dialog#${act}`)?.textContent ?? '', /The mails to 2 people /)
    assert.ok(form?.querySelector(`dialog#${act} button[name=do][value=${act}]`))
  }
  assert.equal(form?.querySelectorAll('button[name=do]').length, 2)
})

test('no view has a style attribute, which the policy would block', () => {
  const row = { name: 'a', kind: 'campaign', share: 0.5, figures: ['1'] }
  const page = show({ sources: { ...props.sources, rows: [row] } })
  assert.equal(page.querySelectorAll('[style], style').length, 0)
  assert.equal(page.querySelector('td rect')?.getAttribute('width'), '50.0%')
})

test('leads are grouped by what the operator chooses', () => {
  const tabs = [
    { label: 'Source', href: '/?by=source', isChosen: false },
    { label: 'Medium', href: '/?by=medium', isChosen: true },
  ]
  const sources = { ...props.sources, tabs, heading: 'Medium' }
  const row = { name: 'cpc', kind: '', share: 1, figures: ['7'] }
  const page = show({ sources: { ...sources, rows: [row] } })
  const chosen = page.querySelector('nav[aria-label="Sources by"] [aria-current]')
  assert.equal(chosen?.getAttribute('href'), '/?by=medium')
  assert.equal(page.querySelector('th')?.textContent, 'Medium')
  assert.match(page.querySelector('tbody')?.textContent ?? '', /^cpc\s*7$/)
})

test('a text message is stopped or put away by a plain post, and is not stopped without a number', () => {
  assert.equal(show({}).querySelector('#texts'), null)
  const text = { id: '7', words: 'leave me', at: '2026-11-20T10:00:00Z', when: '20 Nov, 10:00' }
  const person = { name: 'Ada', href: '/leads/1' }
  const forms = show({
    texts: {
      texts: [
        { ...text, from: '+12015550123', number: '+12015550123', person },
        { ...text, id: '8', from: 'TWITTER' },
      ],
    },
  }).querySelectorAll('#texts form[action="/texts"][method=post]')
  const fields = [...forms].map((form) => [
    form.querySelector('input[name=text]')?.getAttribute('value'),
    ...[...form.querySelectorAll('button[name=do]')].map((button) => button.getAttribute('value')),
  ])
  assert.deepEqual(fields, [
    ['7', 'read', 'stop'],
    ['8', 'read'],
  ])
})
