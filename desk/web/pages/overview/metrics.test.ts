import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Overview } from '../../../core/overview.ts'
import { metricsOf, plotOf } from './metrics.ts'

type Day = Overview['days'][number]

const figures = {
  days: [] as Day[],
  before: [] as Day[],
  previous: 'The 30 days before',
  isRunning: false,
  hour: null as number | null,
  leads: 12,
  mayBeTexted: 3,
  won: { people: 0, value: 0, currency: '' },
  leadsBefore: 8 as number | null,
  views: 100,
  viewsOver: 90,
  viewsBefore: 120 as number | null,
  rate: 0.1 as number | null,
  rateOver: 0.1 as number | null,
  rateBefore: 0.08 as number | null,
  groupCount: 0,
  groups: [],
}

/** Its figure, its change and its note. */
const told = (changes: Partial<typeof figures>) =>
  metricsOf(
    { ...figures, ...changes },
    'leads',
    () => '',
    () => '',
  ).map(({ value, change, note }) => [value, change && (change.isRise ? '↑ ' : '↓ ') + change.text, note])

test('each figure is told with its change and what it was before', () => {
  assert.deepEqual(told({}), [
    ['12', '↑ 50 %', '8 before'],
    ['100', '↓ 25 %', '120 before'],
    ['10.0 %', '↑ 2.0 pts', '8.0 % before'],
    ['3', undefined, '25.0 % of the leads'],
  ])
})

test('a period that is not over also says the figures that are compared', () => {
  const running = { isRunning: true, hour: 10, rate: 0.11 }
  assert.deepEqual(told(running).slice(1, 3), [
    ['100', '↓ 25 %', '90 by 10:00, 120 before'],
    ['11.0 %', '↑ 2.0 pts', '10.0 % by 10:00, 8.0 % before'],
  ])
  assert.equal(told({ ...running, viewsOver: 100 })[1]?.[2], '120 before')
  assert.equal(told({ ...running, viewsBefore: 0 })[1]?.[2], 'none before')
})

test('where nothing was before or it is unknown there is no change, and the card says which of the two', () => {
  assert.deepEqual(told({ leads: 0, mayBeTexted: 0, leadsBefore: 0, viewsBefore: 0, rateBefore: null }), [
    ['0', undefined, 'none before'],
    ['100', undefined, 'none before'],
    ['10.0 %', undefined, 'no figures before'],
    ['0', undefined, 'no leads'],
  ])
  assert.deepEqual(
    told({ leadsBefore: null, viewsBefore: null, rateBefore: null }).map(([, change, note]) => [
      change,
      note,
    ]),
    [
      [undefined, 'no figures before'],
      [undefined, 'no figures before'],
      [undefined, 'no figures before'],
      [undefined, '25.0 % of the leads'],
    ],
  )
})

test('a conversion that no views can tell is no number', () => {
  const [, , rate] = told({ views: 0, rate: null, rateOver: null })
  assert.deepEqual(rate, [null, undefined, '8.0 % before'])
})

/** The last day is 21 November. Each day has a lead and ten views. */
const daysOf = (count: number): Day[] =>
  Array.from({ length: count }, (_, place) => ({
    date: new Date(Date.UTC(2026, 10, 21 - (count - 1 - place))).toISOString().slice(0, 10),
    leads: 1,
    views: 10,
    unlocked: 2,
    rate: 0.2,
    isRunning: false,
  }))

test('a plot of more than 92 days has weeks that end with the period, and a week with an unknown day is unknown', () => {
  assert.deepEqual(plotOf({ ...figures, days: daysOf(92) }, 'leads').days.length, 92)
  const days = daysOf(93).map((day, place) => (place === 91 ? { ...day, views: null, unlocked: null } : day))
  const plot = plotOf({ ...figures, days, before: daysOf(93), isRunning: true }, 'views')
  // 93 days are 13 weeks and two days, and the two are left out.
  assert.equal(plot.title, 'Page views a week, without the first 2 days')
  assert.deepEqual(
    [plot.days.length, plot.days.at(0)?.value, plot.days.at(-1)?.value, plot.days.at(-1)?.before],
    [13, 70, null, 70],
  )
  assert.match(plot.days.at(-1)?.title ?? '', /^Week of .*15/)
  assert.equal(plot.days.at(-1)?.text, '– so far')
  assert.deepEqual(
    plotOf({ ...figures, days: daysOf(98) }, 'rate')
      .days.map(({ value }) => value)
      .slice(-2),
    [0.2, 0.2],
  )
  assert.equal(plotOf({ ...figures, days: daysOf(98) }, 'leads').days.at(0)?.value, 7)
})
