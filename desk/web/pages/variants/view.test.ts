import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { buildInterface } from '../../server/build-interface.ts'
import type { VariantsProps } from './view.tsx'

const { render } = await buildInterface()

const conversion = {
  text: '10.0 %',
  interval: '8.0 % to 12.0 %',
  span: { low: 0.4, value: 0.5, high: 0.6 },
}
const row = {
  name: 'control',
  headline: 'Words',
  views: '1,000',
  unlocked: '100',
  leads: '100',
  conversion,
  against: null,
}
const props: VariantsProps = {
  progress: { headline: '500 views to go', text: 'Wait.', share: 0.5, facts: [] },
  base: 'control',
  axis: [
    { at: 0, label: '0.0 %' },
    { at: 1, label: '20.0 %' },
  ],
  rows: [row],
  notes: ['How it is counted.'],
}

/** Renders the page with these props. */
const show = (changes: Partial<VariantsProps>) =>
  parseHTML(
    render({ page: 'variants', props: { ...props, ...changes }, shell: { title: 'Variants', links: [] } }),
  ).document

test('each conversion is a dot on the line of its interval, above an axis', () => {
  const page = show({})
  assert.equal(page.querySelector('main circle')?.getAttribute('cx'), '50.0%')
  const line = page.querySelector('main line[stroke-linecap]')
  assert.deepEqual([line?.getAttribute('x1'), line?.getAttribute('x2')], ['40.0%', '60.0%'])
  assert.deepEqual(
    [...page.querySelectorAll('main text')].map(({ textContent }) => textContent),
    ['0.0 %', '20.0 %'],
  )
})

test('how far the test is shows as a bar, with the days still needed and the end', () => {
  const facts = [{ label: 'Ends about', value: '3 Dec' }]
  const page = show({ progress: { ...props.progress, facts } })
  assert.equal(page.querySelector('main rect')?.getAttribute('width'), '50.0%')
  assert.equal(page.querySelector('main dl')?.textContent, 'Ends about3 Dec')
})

test('a verdict stands with its difference, and a conversion that is not known has no dot', () => {
  const against = {
    text: '+2.0 points',
    interval: '+0.5 points to +3.5 points',
    verdict: 'better',
    tone: 'good',
  } as const
  const page = show({
    rows: [
      { ...row, conversion: null },
      { ...row, name: 'new', against },
    ],
  })
  const [base, tried] = [...page.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)
  assert.match(base ?? '', /too few views–$/)
  assert.match(tried ?? '', /\+2\.0 points\+0\.5 points to \+3\.5 pointsbetter$/)
  assert.equal(page.querySelectorAll('main circle').length, 1)
})

test('without a variant the page says so', () => {
  assert.match(show({ rows: [] }).querySelector('main')?.textContent ?? '', /^No variant was shown/)
})
