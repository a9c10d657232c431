import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { openDeskApp } from './open-desk-app.ts'

const { ask, query: run } = await openDeskApp()

const turned = 'from=2026-11-22&to=2026-11-20'

for (const path of ['/', '/leads', '/exports', '/funnel', '/variants']) {
  test(`${path} says that From is after To, shows no figure, and lets choose other days`, async () => {
    const answer = await ask('GET', `${path}?${turned}`)
    assert.equal(answer.status, 400)
    const { document } = parseHTML(answer.body)
    assert.equal(
      document.querySelector('main [role=alert]')?.textContent,
      '“From” is after “To”. Choose the two days the other way round.',
    )
    assert.doesNotMatch(document.querySelector('main [role=alert] ~ *')?.textContent ?? '', /\d/)
    assert.equal(document.querySelectorAll('main svg, main table, main dl, main strong').length, 0)
    const typed = [...document.querySelectorAll('header form input[type=date]')]
    assert.deepEqual(
      typed.map((field) => field.getAttribute('value')),
      ['2026-11-22', '2026-11-20'],
    )
    assert.ok(document.querySelector(`header form[action="${path}"]`))
  })
}

test('no file is made of days in the wrong order', async () => {
  const { status, headers, body } = await ask('GET', `/leads.csv?${turned}`)
  assert.equal(status, 400)
  assert.equal(headers['content-disposition'], undefined)
  assert.match(body, /“From” is after “To”\./)
})

test('a day that is none, or is yet to come, gets a sentence beside the choice of days', async () => {
  for (const [query, sentence] of [
    ['from=2026-02-30', /^“2026-02-30” is not a date/],
    ['from=2999-01-01', /^There is no such day yet/],
  ] as const) {
    const { document } = parseHTML((await ask('GET', `/?${query}`)).body)
    assert.match(document.querySelector('main [role=alert]')?.textContent ?? '', sentence)
    assert.ok(document.querySelector('header form input[name=from]'))
  }
})

test('a last day in any year to come is that of no limit', async () => {
  for (const path of ['/', '/leads', '/exports', '/leads.csv', '/funnel', '/variants'])
    assert.equal((await ask('GET', `${path}?to=9999-12-31`)).status, 200, path)
})

test('a period without a first day begins with what was counted first', async () => {
  await run(`insert into funnel_counts (day, variant, event, hits) values
    (current_date - 200, 'control', 'page_viewed', 7)`)
  const to = new Date(Date.now() - 150 * 86_400_000).toISOString().slice(0, 10)
  for (const page of ['funnel', 'variants']) {
    const { body } = await ask('GET', `/${page}?to=${to}`)
    const cells = [...parseHTML(body).document.querySelectorAll('main td')]
    assert.ok(
      cells.some(({ textContent }) => textContent === '7'),
      page,
    )
  }
})

test('the overview names the first of its days, also to the list', async () => {
  const { document } = parseHTML((await ask('GET', '/?to=2026-03-31')).body)
  assert.equal(document.querySelector('header form input[name=from]')?.getAttribute('value'), '2026-01-01')
  const links = [...document.querySelectorAll('main a[href*="consent=may-be-texted"]')]
  assert.match(links[0]?.getAttribute('href') ?? '', /from=2026-01-01&to=2026-03-31/)
  assert.equal((await ask('GET', '/?to=2999-01-01')).status, 200)
})

test('one note at the foot of a page says how its figures are counted, and in which zone', async () => {
  for (const [path, words] of [
    ['/', 'The conversion is the share'],
    ['/funnel', 'Views are counted without a cookie'],
  ] as const) {
    const { document } = parseHTML((await ask('GET', path)).body)
    const notes = [...document.querySelectorAll('main > p.text-muted-foreground')]
    assert.equal(notes.length, 1, path)
    assert.match(
      notes[0]?.textContent ?? '',
      new RegExp(`^${words}.*Days begin at midnight in the time zone`),
    )
  }
})
