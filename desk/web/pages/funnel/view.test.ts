import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { buildInterface } from '../../server/build-interface.ts'
import type { FunnelProps } from './view.tsx'

const { render } = await buildInterface()

const steps = [
  { name: 'Page viewed', visits: '1,000', ofBefore: '–', ofViews: '100.0 %', share: 1 },
  { name: 'Play clicked', visits: '250', ofBefore: '25.0 %', ofViews: '25.0 %', share: 0.25 },
]
const props: FunnelProps = {
  filters: {
    keep: { from: '2026-11-01', to: '' },
    choices: [
      {
        name: 'variant',
        label: 'Variant',
        chosen: 'b',
        options: [
          { value: '', label: 'All' },
          { value: 'b', label: 'b' },
        ],
      },
    ],
  },
  steps,
  facts: [{ label: 'Unlocked the video', value: '10.0 %', note: '100 of 1,000 views' }],
  days: {
    span: 'Day',
    columns: ['Page viewed'],
    rows: [
      { day: '2 Nov', counts: ['600'] },
      { day: '1 Nov', counts: ['400'] },
    ],
  },
  note: '',
}

/** Renders the page with these props. */
const show = (changes: Partial<FunnelProps>) =>
  parseHTML(
    render({ page: 'funnel', props: { ...props, ...changes }, shell: { title: 'Funnel', links: [] } }),
  ).document

const textsOf = (page: Document, selector: string) =>
  [...page.querySelectorAll(selector)].map(({ textContent }) => textContent)

test('the steps are told in a table, each with a bar of its share', () => {
  const page = show({})
  const [table] = page.querySelectorAll('table')
  assert.deepEqual(textsOf(page, 'main table:first-of-type tbody tr').slice(0, 2), [
    'Page viewed1,000–100.0 %',
    'Play clicked25025.0 %25.0 %',
  ])
  const bars = [...(table?.querySelectorAll('rect') ?? [])].map((bar) => bar.getAttribute('width'))
  assert.deepEqual(bars, ['100.0%', '25.0%'])
})

test('the drawing narrows from the share of a step to that of the next', () => {
  const [first, second] = [...show({}).querySelectorAll('path[fill-opacity]')].map((path) =>
    [...(path.getAttribute('d') ?? '').matchAll(/[\d.]+/g)].map(Number),
  )
  const heights = (path: number[] = []) => [
    Number(path.at(-1)) - Number(path[1]),
    Number(path[8]) - Number(path[7]),
  ]
  assert.deepEqual(
    [heights(first), heights(second)],
    [
      [170, 42.5],
      [42.5, 42.5],
    ],
  )
})

test('what a filter keeps and what is chosen stay in the form', () => {
  const page = show({})
  const kept = page.querySelectorAll('main form input[type=hidden]')
  assert.deepEqual(
    [...kept].map((input) => `${input.getAttribute('name')}=${input.getAttribute('value')}`),
    ['from=2026-11-01'],
  )
  assert.equal(page.querySelector('select[name=variant] option[selected]')?.getAttribute('value'), 'b')
})

test('the days stand in a table that keyboards can scroll, unless there is only one', () => {
  const page = show({})
  assert.deepEqual(textsOf(page, 'section[tabindex="0"] tbody tr'), ['2 Nov600', '1 Nov400'])
  const one = { ...props.days, rows: props.days.rows.slice(0, 1) }
  assert.equal(show({ days: one }).querySelector('section'), null)
})

test('without counts the page says so and shows neither facts nor a drawing', () => {
  const page = show({ steps: [], days: { span: 'Day', columns: [], rows: [] } })
  assert.match(page.querySelector('main')?.textContent ?? '', /Nothing was counted in this period/)
  assert.equal(page.querySelector('main dl, main svg[viewBox="0 0 1000 226"]'), null)
})

test('a long period is told by weeks', () => {
  const page = show({ days: { ...props.days, span: 'Week' } })
  const [title] = textsOf(page, 'h2').slice(-1)
  assert.equal(title, 'Week by week')
})
