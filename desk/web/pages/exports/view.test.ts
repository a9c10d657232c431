import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { buildInterface } from '../../server/build-interface.ts'
import { filtersOf } from '../../server/filters.ts'
import type { ExportsProps } from './view.tsx'

const { pages, render } = await buildInterface()

const counts = {
  people: 3,
  is_more: false,
  is_cut: false,
  files: ['everything', 'sms', 'google-ads', 'microsoft-ads'].map((file) => ({
    file,
    reason: null,
    people: 2,
  })),
}

const show = (changes: Partial<ExportsProps> = {}) =>
  parseHTML(
    render({
      page: pages.exports,
      props: { chosen: [], filters: filtersOf({}), counts, hasAll: false, ...changes },
      shell: { title: 'Exports', links: [] },
    }),
  ).document

const whom = (page: Document) => page.querySelector('main strong')?.textContent

test('of several files one has the button that stands out', () => {
  const looks = [...show().querySelectorAll('main form button')].map(({ className }) =>
    className.split(' ').includes('text-primary-foreground'),
  )
  assert.deepEqual(looks, [true, false, false, false])
})

test('a file has no button if nobody is in it, but may have people beyond those who were counted', () => {
  const none = { ...counts, files: [] }
  assert.equal(show({ counts: none }).querySelector('main form'), null)
  const page = show({ counts: { ...none, is_more: true } })
  assert.equal(page.querySelectorAll('main form').length, 4)
  assert.equal(page.querySelector('main [data-slot=card] strong')?.textContent, 'None of those counted')
  assert.match(
    page.querySelector('main')?.textContent ?? '',
    /Only 3 people of the list were counted here\. The files contain everyone\./,
  )
  const more = show({ counts: { ...counts, is_more: true } }).querySelector('main')?.textContent ?? ''
  assert.match(more, /At least 2 people/)
  assert.doesNotMatch(more, /of the first/)
})

test('the files with certain people say how many they are, and leave out nobody', () => {
  const files = [...counts.files, { file: 'everything', reason: 'doubtful', people: 1 }]
  const first = (page: Document) => page.querySelector('main [data-slot=card]')?.textContent ?? ''
  assert.match(first(show({ counts: { ...counts, files } })), /2 peopleLeft out:1 came as a suspected bot/)
  const page = show({ chosen: ['a', 'b', 'c'], counts: { ...counts, files }, hasAll: true })
  assert.equal(whom(page), '3 people, selected')
  assert.match(first(page), /3 people/)
  assert.doesNotMatch(first(page), /Left out/)
  assert.equal(page.querySelector('main form input[name=lead]')?.getAttribute('value'), 'a,b,c')
})

test('the reason that leaves out most people comes first, in each file', () => {
  const files = [1, 18, 4].map((people) => ({ file: 'sms', reason: `reason ${people}`, people }))
  const reasons = [...show({ counts: { ...counts, files } }).querySelectorAll('main ul li')]
  assert.deepEqual(
    reasons.map(({ textContent }) => textContent),
    ['18 reason 18', '4 reason 4', '1 reason 1'],
  )
})

test('the page says which days and which people the files have', () => {
  assert.equal(whom(show()), 'All time, 3 people')
  assert.match(
    whom(show({ filters: filtersOf({ days: '30', consent: 'given', q: 'ada' }) })) ?? '',
    /^Last 30 days, [^,]+, 3 people, “ada”, consent: given$/,
  )
})

test('each file for ads says in three lines how to upload it every week, and no other file does', () => {
  const lists = [...show().querySelectorAll('main ol')].map((list) =>
    [...list.querySelectorAll('li')].map(({ textContent }) => textContent),
  )
  assert.deepEqual(
    lists.map((lines) => lines.length),
    [3, 3],
  )
  assert.match(lists[0]?.[1] ?? '', /Goals, Conversions, Uploads/)
  assert.match(lists[1]?.[1] ?? '', /Offline conversions/)
})
