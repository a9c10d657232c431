import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { sayConsent } from '../sql/say-consent.ts'
import { openDeskApp } from './open-desk-app.ts'

const { ask, lead, person, query } = await openDeskApp()

const see = async (path: string) => parseHTML((await ask('GET', path)).body).document
const textOf = async (path: string, selector: string) =>
  (await see(path)).querySelector(selector)?.textContent ?? ''
const people = async (path: string) =>
  [...(await see(path)).querySelectorAll('tbody th a[href^="/leads/"]')].map(({ textContent }) => textContent)

test('the list is downloaded as CSV by its filters, also when nobody is in it', async () => {
  const { status, headers, body } = await ask('GET', '/leads.csv?q=ann')
  assert.deepEqual([status, headers['content-type']], [200, 'text/csv; charset=utf-8'])
  assert.match(
    headers['content-disposition'] ?? '',
    /^attachment; filename="leads-until-\d{4}-\d\d-\d\d\.csv"$/,
  )
  assert.equal(headers['cache-control'], 'no-store')
  assert.match(body, /^"Signed up \([^)]+\)",.*\r\n\d{4}-[^"]+,"<b>Ann<\/b>","ann@example\.org".*\r\n$/)
  assert.match((await ask('GET', '/leads.csv?q=bob')).body, /^"Signed up \([^)]+\)",.*\r\n$/)
  assert.equal((await ask('GET', '/leads.csv?from=yesterday')).status, 400)
  assert.equal((await ask('GET', '/leads.csv?for=spam')).status, 400)
  assert.equal((await ask('GET', '/leads.csv', { host: 'evil.example' })).status, 403)
})

test('the list says how many people it has', async () => {
  const summary = (path: string) => textOf(path, 'search ~ div strong')
  assert.equal(await summary('/leads'), '1 person')
  await query(`insert into leads (email, name, phone, country_code)
    select n || '@example.com', 'Bob', '1', 'US' from generate_series(1, 2) n`)
  assert.equal(await summary('/leads?q=bob'), '2 people')
  await query(`delete from leads where name = 'Bob'`)
})

test('the list says which page of how many it shows, with a link to the first', async () => {
  await query(`insert into leads (email, name, phone, country_code)
    select n || '@example.com', 'Bob', '1', 'US' from generate_series(1, 120) n`)
  const pages = 'nav[aria-label="More people"]'
  const linkOf = async (path: string, label: string) =>
    [...(await see(path)).querySelectorAll(`${pages} a`)]
      .find(({ textContent }) => textContent.includes(label))
      ?.getAttribute('href') ?? ''
  const words = (path: string) => textOf(path, `${pages} > span:nth-child(2)`)
  const second = await linkOf('/leads?q=bob', 'Next')
  const third = await linkOf(second, 'Next')
  assert.deepEqual(
    [await words('/leads?q=bob'), await words(second), await words(third)],
    ['Page 1 of 3', 'Page 2 of 3', 'Page 3 of 3'],
  )
  assert.equal(await words(await linkOf(third, 'Previous')), 'Page 2 of 3')
  assert.equal(await linkOf(third, 'First'), '/leads?q=bob')
  const last = await linkOf('/leads?q=bob', 'Last')
  assert.equal(await words(last), 'Page 3 of 3')
  assert.deepEqual(await people(last), await people(third))
  assert.deepEqual(await people(await linkOf(last, 'Previous')), await people(second))
  assert.equal(await linkOf(last, 'Next'), '')
  // An address that was altered is not believed.
  assert.equal(await words('/leads?q=bob&page=7'), 'Page 1 of 3')
  assert.equal(await words(third.replace('page=3', 'page=9')), 'Page 3 of 3')
  assert.equal(await words('/leads?q=ann'), '')
  await query(`delete from leads where name = 'Bob'`)
})

test('the list has all people until days are chosen, also on the way from another page', async () => {
  await query(`update leads set created_at = now() - interval '100 days'`)
  assert.equal((await people('/leads')).length, 1)
  assert.equal((await people('/leads?days=30')).length, 0)
  const links = async (path: string) =>
    (await see(path)).querySelector('nav[aria-label=Pages] a[href^="/leads"]')?.getAttribute('href')
  assert.deepEqual(
    [await links('/settings'), await links('/'), await links('/?days=7')],
    ['/leads', '/leads?days=30', '/leads?days=7'],
  )
  await query('update leads set created_at = now()')
})

test('a phone number stands in its international form and can be called, with what was typed where that differs', async () => {
  const shown = async (phone: string, phone_e164: string | null) => {
    await query('update leads set phone = $1, phone_e164 = $2', [phone, phone_e164])
    const cell = (await see('/leads')).querySelector('tbody th + td')
    return [cell?.querySelector('a')?.getAttribute('href'), cell?.textContent]
  }
  assert.deepEqual(await shown('(201) 555-0123', '+12015550123'), ['tel:+12015550123', '+1 201 555 0123'])
  assert.deepEqual(await shown('0201 555-0124', '+12015550123'), [
    'tel:+12015550123',
    '+1 201 555 01230201 555-0124',
  ])
  assert.deepEqual(await shown('12', null), [undefined, '12: not validform: US'])
  assert.equal((await people('/leads?number=invalid')).length, 1)
  assert.equal((await people('/leads?number=valid')).length, 0)
})

test('the filters that are set stand beside the menu of all of them, and each can be taken away', async () => {
  for (const [query, chips] of [
    ['', []],
    ['?q=ann', ['“ann”']],
    ['?mails=failed', ['emails: failed']],
    ['?number=valid&q=ann', ['“ann”', 'number: valid']],
    ['?calls=none', ['calls: not called yet']],
    ['?source=direct', ['direct']],
  ] as const) {
    const page = await see(`/leads${query}`)
    assert.ok(page.querySelector('search form #filters[popover] [name=consent]'))
    const found = [...page.querySelectorAll('a[aria-label^=Without]')]
    assert.deepEqual(
      found.map(({ textContent }) => textContent),
      chips,
    )
    if (query.includes('&')) assert.equal(found[0]?.getAttribute('href'), '/leads?number=valid')
  }
})

test('a heading sorts the list, and the other way round when it is followed again', async () => {
  for (const [sort, link, mark] of [
    ['', 'sort=name', 'Since'],
    ['?sort=name', 'sort=name-down', 'Person'],
    ['?sort=source-down', 'sort=source', 'Source'],
  ] as const) {
    const page = await see(`/leads${sort}`)
    assert.ok(page.querySelector(`th a[href="/leads?${link}"]`), sort)
    assert.equal(page.querySelector('th[aria-sort]')?.textContent, mark)
  }
})

test('people are sorted by how much they watched, by their outcome and by its value', async () => {
  await query(`insert into leads
      (email, name, phone, country_code, watched_percent, outcome, outcome_value, outcome_at)
    values ('w1@example.com', 'Wes A', '1', 'US', 25, 'won', 1200, now()),
      ('w2@example.com', 'Wes B', '1', 'US', 100, 'lost', null, now()),
      ('w3@example.com', 'Wes C', '1', 'US', null, 'won', 90, now()),
      ('w4@example.com', 'Wes D', '1', 'US', 75, 'open', null, null)`)
  const order = async (sort: string) =>
    (await people(`/leads?q=wes&sort=${sort}`)).map((name) => name.at(-1)).join('')
  assert.equal(await order('watched-down'), 'BDAC')
  assert.equal(await order('watched'), 'CADB')
  assert.match(await order('outcome-down'), /^[AC]{2}BD$/)
  assert.match(await order('outcome'), /^DB[AC]{2}$/)
  assert.match(await order('value-down'), /^AC[BD]{2}$/)
  assert.match(await order('value'), /^[BD]{2}CA$/)
  assert.equal((await ask('GET', '/leads?sort=phone')).status, 400)
  await query(`delete from leads where name like 'Wes%'`)
})

test('an empty list leads to the nearest list that has somebody', async () => {
  await query(`update leads set created_at = now() - interval '100 days'`)
  const way = async (path: string) =>
    (await see(path)).querySelector('main p.text-center a')?.getAttribute('href')
  assert.equal(await way('/leads?days=7&q=ann'), '/leads?q=ann')
  assert.equal(await way('/leads?q=ann&mails=failed'), '/leads?q=ann')
  // All time would not help here.
  assert.equal(await way('/leads?days=7&outcome=won'), '/leads')
  await query('update leads set created_at = now()')
})

test('each login keeps its columns, and gives its filters names', async () => {
  const post = async (path: string, body: string) => {
    const { status, headers } = await ask('POST', path, { origin: 'http://localhost:54323' }, body)
    return [status, headers.location ?? ''] as const
  }
  const list = encodeURIComponent('watched=75&q=ann')
  assert.deepEqual(
    await post(`/leads/columns?list=${list}`, 'of=Phone&of=Source&of=Booked+call&column=Source'),
    [303, '/leads?q=ann&watched=75'],
  )
  const headings = async () =>
    [...(await see('/leads')).querySelectorAll('thead th')].map(({ textContent }) => textContent).join()
  assert.equal(await headings(), 'Person,Since,Source,Consent,Outcome,Watched,Emails')
  const views = async () =>
    [...(await see('/leads')).querySelectorAll('nav[aria-label=Views] li:nth-child(n+9) a')].map((view) =>
      [view.textContent, view.getAttribute('href')].join(' '),
    )
  assert.deepEqual((await post(`/leads/views?list=${list}`, 'do=save&name=Warm'))[0], 303)
  // Whom one looked for is not kept.
  assert.deepEqual(await views(), ['Warm /leads?watched=75'])
  await query(`update desk_views set login = 'somebody else'; update desk_logins set login = 'somebody else'`)
  assert.deepEqual(await views(), [])
  assert.match(await headings(), /^Person,Phone/)
  await post(`/leads/views?list=${list}`, 'do=save&name=Warm')
  const [, deleted] = await post(`/leads/views?list=${list}`, 'do=delete&name=Warm')
  assert.deepEqual(await views(), [])
  assert.match(await textOf(deleted, 'main'), /The view “Warm” is deleted/)
  for (const name of ['', 'x'.repeat(61)])
    assert.match(
      await textOf((await post(`/leads/views?list=${list}`, `do=save&name=${name}`))[1], 'main'),
      /a view needs a name/,
    )
  assert.deepEqual(await views(), [])
})

test('the chosen period is marked, and every other page keeps it with its own filters', async () => {
  for (const [address, marked, others] of [
    ['/?days=7', '/?days=7', ['/leads?days=7', '/funnel?days=7', '/variants?days=7']],
    ['/leads?days=90&source=direct', '/leads?source=direct&days=90', ['/?days=90', '/funnel?days=90']],
    ['/funnel?variant=b', '/funnel?variant=b&days=30', ['/leads?days=30', '/variants?days=30']],
    // A list has all people until days are chosen, and that is no choice for others.
    ['/leads', '/leads?days=all', ['/', '/funnel']],
    ['/leads?days=all', '/leads?days=all', ['/?days=all', '/funnel?days=all']],
    // The overview has a year at most.
    ['/?days=all', '/?days=365', ['/leads?days=all', '/funnel?days=all']],
  ] as const) {
    const page = await see(address)
    assert.ok(page.querySelector(`a[href="${marked}"][aria-current=true]`), address)
    for (const other of others) assert.ok(page.querySelector(`a[href="${other}"]`), `${address} ${other}`)
  }
  const labelOf = (page: Document) =>
    page.querySelector('header #period')?.previousElementSibling?.textContent
  // The choice of this page lacks all time, and its address may have it.
  assert.equal(labelOf(await see('/funnel?days=all')), 'Period: All time')
  const page = await see('/leads?from=2026-11-01&to=2026-11-20')
  assert.match(
    page.querySelector('header #period')?.previousElementSibling?.textContent ?? '',
    /1 Nov.* – 20 Nov/,
  )
  assert.ok(page.querySelector('a[href="/variants?from=2026-11-01&to=2026-11-20"]'))
})

test('the list has a filter by variant as soon as there is one', async () => {
  assert.ok(!(await see('/leads')).querySelector('[name=variant]'))
  const tried = { ...lead, name: 'Vic', email: 'vic@example.org' }
  await query('select accept_lead(gen_random_uuid(), $1, $2)', [tried, { variant: 'b' }])
  assert.ok((await see('/leads?variant=b')).querySelector('[name=variant] option[value=b][selected]'))
  assert.deepEqual(await people('/leads?variant=b'), ['Vic'])
  assert.deepEqual(await people('/leads?variant=+'), ['<b>Ann</b>'])
  await query(`delete from leads where name = 'Vic'`)
})

test('a view has the people whom its name says, and is marked', async () => {
  await query(`update leads set phone_e164 = '+12015550123'`)
  await query(sayConsent('given'))
  const invalid = { ...lead, name: 'Ivo', email: 'ivo@example.org' }
  await query('select accept_lead(gen_random_uuid(), $1)', [invalid])
  await query(`insert into lead_notes (lead_id, kind, words) values ($1, 'called', '')`, [person?.id])
  await query(`insert into booking_events (lead_id, kind, starts_at, ends_at, said_by)
    select id, 'booked', now() - interval '2 hours', now() - interval '1 hour', 'desk:ada' from leads`)
  await query(`update leads set outcome = 'lost', outcome_at = now() where name = 'Ivo'`)
  const todo = await textOf('/', '[aria-label="What to do"]')
  assert.match(todo ?? '', /1 person: call held, no outcome yet/)
  const all = await see('/leads')
  const views = [...all.querySelectorAll('nav[aria-label=Views] a')]
  const found = views.map(async (view) => {
    const path = view.getAttribute('href') ?? ''
    const chosen = await textOf(path, 'nav[aria-label=Views] [aria-current]')
    assert.equal(chosen, view.textContent)
    return `${chosen}: ${(await people(path)).join()}`
  })
  assert.deepEqual(await Promise.all(found), [
    'Everybody: Ivo,<b>Ann</b>',
    'May be texted: <b>Ann</b>',
    'Not called yet: Ivo',
    'Call today: ',
    'Call booked: ',
    'Outcome open: <b>Ann</b>',
    'Email failed: ',
    'On hold: ',
  ])
  await query('delete from lead_notes')
  await query('delete from booking_events')
  await query(`delete from leads where name = 'Ivo'`)
})

test('every source is offered and chosen by typing, and the page says where there are more than it offers', async () => {
  const fill = (count: number) =>
    query(
      `insert into leads (email, name, phone, country_code, source)
      select n || '@example.com', 'Bob', '1', 'US', 'campaign:c' || lpad(n::text, 5, '0')
      from generate_series(1, $1::integer) n`,
      [count],
    )
  const offered = async () => {
    const page = await see('/leads')
    return {
      count: page.querySelectorAll('datalist#sources option').length,
      last: [...page.querySelectorAll('datalist#sources option')].at(-3)?.getAttribute('value'),
      isCut: /first 2,000 sources/.test(page.querySelector('main')?.textContent ?? ''),
    }
  }
  await fill(205)
  // Two more are the lead who came directly, and “no campaign”.
  assert.deepEqual(await offered(), { count: 207, last: 'campaign: c00205', isCut: false })
  for (const typed of ['c00205', 'C00205', 'campaign: c00205', 'campaign:c00205'])
    assert.deepEqual(await people(`/leads?${new URLSearchParams({ source: typed })}`), ['Bob'], typed)
  await query(`delete from leads where name = 'Bob'`)
  await fill(2_003)
  assert.deepEqual(await offered(), { count: 2_001, last: 'campaign: c01999', isCut: true })
  assert.deepEqual(await people('/leads?source=campaign:+c02003'), ['Bob'])
  await query(`delete from leads where name = 'Bob'`)
})

test('a number is found in any way of writing it, in the list, by Find, in the files and while new people are counted', async () => {
  await query('select accept_lead(gen_random_uuid(), $1)', [
    {
      ...lead,
      name: 'Zoe',
      email: 'zoe@example.org',
      phone: '07911 123456',
      phone_e164: '+447911123456',
      country_code: 'UK',
    },
  ])
  for (const typed of ['+44 (0)7911 123456', '0044 7911 123456', 'mobile: 07911 123456']) {
    const q = new URLSearchParams({ q: typed })
    assert.deepEqual(await people(`/leads?${q}`), ['Zoe'], typed)
    assert.match((await ask('GET', `/people?${q}`)).body, /"name":"Zoe"/, typed)
    assert.match((await ask('GET', `/leads.csv?${q}`)).body, /"Zoe"/, typed)
    assert.match(await textOf(`/exports?${q}`, 'main'), /1 person/, typed)
    assert.match((await ask('GET', `/new?seen=2020-01-01&${q}`)).body, /1 new person/, typed)
  }
  const nobody = JSON.parse((await ask('GET', '/people?q=zzzzqq')).body)
  assert.deepEqual(nobody, { people: [], note: 'Nobody matches.' })
  await query(`delete from leads where name = 'Zoe'`)
})
