import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { buildInterface } from '../../server/build-interface.ts'
import type { VariantsProps } from './view.tsx'

const { pages, render } = await buildInterface()

const conversion = { value: 0.1, low: 0.08, high: 0.12 }
const row = {
  name: 'original',
  isBase: true,
  headline: 'Words',
  views: 1000,
  unlocked: 100,
  leads: 100,
  conversion,
  isEarly: false,
}
const props: VariantsProps = {
  progress: { least: 500, needed: 1000, daysLeft: null },
  rows: [row, { ...row, name: 'new', isBase: false }],
}

const show = (changes: Partial<VariantsProps>) =>
  parseHTML(
    render({
      page: pages.variants,
      props: { ...props, ...changes },
      shell: { title: 'Variants', links: [] },
    }),
  ).document

test('each conversion is a dot on the line of its interval, above an axis', () => {
  const page = show({})
  assert.equal(page.querySelector('main circle')?.getAttribute('cx'), '66.7%')
  const line = page.querySelector('main line[stroke-linecap]')
  assert.deepEqual([line?.getAttribute('x1'), line?.getAttribute('x2')], ['53.3%', '80.0%'])
  assert.deepEqual(
    [...page.querySelectorAll('main text')].map(({ textContent }) => textContent),
    ['0 %', '5 %', '10 %', '15 %'],
  )
})

test('how far the test is shows as a bar, with the days still needed and the end', () => {
  const page = show({ progress: { least: 500, needed: 1000, daysLeft: 3 } })
  assert.equal(page.querySelector('main rect')?.getAttribute('width'), '50.0%')
  assert.match(
    page.querySelector('main dl')?.textContent ?? '',
    /^Views of each variant500 of 1,000Ends about\d+ [A-Z]/,
  )
  const over = show({ progress: { least: 1200, needed: 1000, daysLeft: null } })
  assert.equal(over.querySelector('main dl')?.textContent, 'Views of each variant1,000 of 1,000')
  const unknown = show({ progress: null })
  assert.equal(unknown.querySelector('main rect')?.getAttribute('width'), '0.0%')
  assert.equal(unknown.querySelector('main dl')?.textContent, '')
})

test('a verdict stands with its difference, and a conversion that is not known has no dot', () => {
  const difference = { value: 0.02, low: 0.005, high: 0.035 }
  const page = show({
    rows: [
      { ...row, conversion: undefined },
      { ...row, name: 'new', isBase: false, difference },
    ],
  })
  const [base, tried] = [...page.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)
  assert.match(base ?? '', /too few views–$/)
  assert.match(tried ?? '', /\+2\.0 points\+0\.5 to \+3\.5 pointsbetter$/)
  assert.equal(page.querySelectorAll('main circle').length, 1)
})

test('without a variant the page says so', () => {
  assert.match(show({ rows: [] }).querySelector('main')?.textContent ?? '', /^No variant was shown/)
})
