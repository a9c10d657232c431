import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDeskApp } from './open-desk-app.ts'

const { ask, lead, query } = await openDeskApp()

test('the list is downloaded as CSV by its filters, also when nobody is in it', async () => {
  const { status, headers, body } = await ask('GET', '/leads.csv?q=ann')
  assert.deepEqual([status, headers['content-type']], [200, 'text/csv; charset=utf-8'])
  assert.match(headers['content-disposition'] ?? '', /^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/)
  assert.equal(headers['cache-control'], 'no-store')
  assert.match(body, /^"created_at_utc",.*\r\n"[^"]+","<b>Ann<\/b>","ann@example\.org".*\r\n$/)
  assert.match((await ask('GET', '/leads.csv?q=bob')).body, /^"created_at_utc",.*\r\n$/)
  assert.equal((await ask('GET', '/leads.csv?from=yesterday')).status, 400)
  assert.equal((await ask('GET', '/leads.csv', { host: 'evil.example' })).status, 403)
})

test('the list says how many people it has', async () => {
  const summary = async (path: string) =>
    /<p class="summary">(.*?)<\/p>/s.exec((await ask('GET', path)).body)?.[1]
  assert.match((await summary('/leads')) ?? '', /^<strong>1 person<\/strong> .*>Download all leads as CSV</)
  await query(`insert into leads (email, name, phone, country_code)
    select n || '@example.com', 'Bob', '1', 'US' from generate_series(1, 1001) n`)
  assert.match(
    (await summary('/leads?q=bob')) ?? '',
    /^<strong>more than 1,000 people<.*>Download all of these as CSV</,
  )
  await query(`delete from leads where name = 'Bob' and email <> '1000@example.com'`)
  assert.match((await summary('/leads')) ?? '', /^<strong>2 people</)
  await query(`delete from leads where name = 'Bob'`)
})

test('a phone number stands in its international form and can be called, with what was typed where that differs', async () => {
  const shown = async (phone: string, phone_e164: string | null) => {
    await query('update leads set phone = $1, phone_e164 = $2', [phone, phone_e164])
    return /<td class="phone">(.*?)<\/td>/.exec((await ask('GET', '/leads')).body)?.[1]
  }
  const link = '<a href="tel:+12015550123">+12015550123</a>'
  assert.equal(await shown('(201) 555-0123', '+12015550123'), `${link}<small>(201) 555-0123</small>`)
  assert.equal(await shown('+1 201 555-0123', '+12015550123'), link)
  assert.equal(await shown('12', null), '12<small>not a valid number; form: US</small>')
  assert.match((await ask('GET', '/leads?number=invalid')).body, /ann@/)
  assert.doesNotMatch((await ask('GET', '/leads?number=valid')).body, /ann@/)
})

test('the filters stand open when one of them is set', async () => {
  for (const [query, isOpen] of [
    ['', false],
    ['?q=ann', false],
    ['?mails=failed', true],
    ['?number=valid', true],
    ['?source=direct', true],
  ] as const)
    assert.equal(/<details class="more" open>/.test((await ask('GET', `/leads${query}`)).body), isOpen, query)
})

test('a heading sorts the list, and the other way round when it is followed again', async () => {
  for (const [sort, link, mark] of [
    ['', 'sort=name', 'Since'],
    ['?sort=name', 'sort=name-down', 'Person'],
    ['?sort=source-down', 'sort=source', 'Source'],
  ] as const) {
    const { body } = await ask('GET', `/leads${sort}`)
    assert.ok(body.includes(`<a href="/leads?${link}">`), sort)
    assert.match(body, new RegExp(`aria-sort="[a-z]+"><a href="[^"]+">${mark}<`))
  }
})

test('the chosen period is marked, and every other page keeps it with its own filters', async () => {
  for (const [address, marked, others] of [
    ['/?days=7', '/?days=7', ['/leads?days=7', '/funnel?days=7', '/variants?days=7']],
    ['/leads?days=90&source=direct', '/leads?source=direct&amp;days=90', ['/?days=90', '/funnel?days=90']],
    ['/funnel?variant=b', '/funnel?variant=b&amp;days=90', ['/leads?days=90']],
    ['/leads', '/leads?days=all', ['/funnel"']],
  ] as const) {
    const { body } = await ask('GET', address)
    assert.ok(body.includes(`<a href="${marked}" aria-current="true"`), address)
    for (const other of others) assert.ok(body.includes(`<a href="${other}`), `${address} ${other}`)
  }
  const { body } = await ask('GET', '/leads?from=2026-11-01&to=2026-11-20')
  assert.match(body, /<summary class="current">2026-11-01 – 2026-11-20</)
  assert.ok(body.includes('<a href="/variants?from=2026-11-01&amp;to=2026-11-20">'))
})

test('the list has a filter by variant as soon as there is one', async () => {
  assert.doesNotMatch((await ask('GET', '/leads')).body, /name="variant"/)
  const tried = { ...lead, name: 'Vic', email: 'vic@example.org' }
  await query('select accept_lead(gen_random_uuid(), $1, $2)', [tried, { variant: 'b' }])
  const { body } = await ask('GET', '/leads?variant=b')
  assert.match(body, /<option value="b" selected>b<\/option>/)
  assert.match(body, /vic@/)
  assert.doesNotMatch(body, /ann@/)
  assert.match((await ask('GET', '/leads?variant=+')).body, /ann@/)
  await query(`delete from leads where name = 'Vic'`)
})
