import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { reasons, whyLeftOut } from '../../desk/core/conversions.ts'
import { readLeads } from '../../desk/core/leads.ts'
import { openDesk } from '../../desk/core/open-desk.ts'
import { commandIn } from './command-in.ts'
import { openDeskApp } from './open-desk-app.ts'

const { ask, lead, query, sameOrigin, url } = await openDeskApp()

await query('delete from leads')
for (const [name, phone_e164, campaign, suspected_bot] of [
  ['ada', '+12015550101', { gclid: 'EAIaIQobChMI-_x' }, false],
  ['bob', null, {}, false],
  ['cyd', '+12015550103', {}, true],
  ['dan', '+12015550104', {}, false],
] as const)
  await query('select accept_lead(gen_random_uuid(), $1, $2)', [
    { ...lead, name, email: `${name}@example.org`, phone_e164 },
    { campaign, suspected_bot },
  ])
await query(`select withdraw_consent(id, 'link') from leads where name = 'dan'`)

/** Returns the figures of each file, and the address to which its form leads. */
async function files(path: string) {
  const { document } = parseHTML((await ask('GET', path)).body)
  return [...document.querySelectorAll('[data-slot=card]')].map((card) => {
    const form = card.querySelector('form')
    const fields = [...card.querySelectorAll('input')].map((field) => [
      field.name,
      field.getAttribute('value') ?? '',
    ])
    return {
      count: card.querySelector('strong')?.textContent,
      leftOut: [...card.querySelectorAll('ul li')].map(({ textContent }) => textContent).sort(),
      href: form && `${form.getAttribute('action')}?${new URLSearchParams(fields)}`,
    }
  })
}

test('each file says how many are left out and why, and then has the others', async () => {
  const found = await files('/exports')
  assert.deepEqual(
    found.map(({ count, leftOut }) => [count, ...leftOut]),
    [
      ['3 people', '1 came as a suspected bot or preview'],
      [
        '1 person',
        '1 came as a suspected bot or preview',
        '1 gave no valid number',
        '1 withdrew the consent',
      ],
      [
        '1 person',
        '1 came as a suspected bot or preview',
        '1 did not click an ad there',
        '1 withdrew the consent',
      ],
      [
        '0 people',
        '1 came as a suspected bot or preview',
        '1 withdrew the consent',
        '2 did not click an ad there',
      ],
    ],
  )
  const [everything, texting, google] = await Promise.all(found.map(({ href }) => ask('GET', href ?? '')))
  assert.match(everything?.body ?? '', /"dan@[\s\S]*"bob@[\s\S]*"ada@/)
  assert.doesNotMatch(everything?.body ?? '', /cyd@/)
  assert.match(texting?.body ?? '', /^"Phone",.*\r\n"\+12015550101","ada",.*\r\n$/)
  assert.match(texting?.headers['content-disposition'] ?? '', /"leads-sms-until-\d/)
  assert.match(google?.body ?? '', /^Parameters.*\r\nGoogle Click ID,.*\r\nEAIaIQobChMI-_x,Lead,.*\r\n$/)
  // Nobody is in this file, so there is nothing to download.
  assert.equal(found.at(-1)?.href, null)
  const microsoft = await ask('GET', '/leads.csv?for=microsoft-ads')
  assert.match(microsoft.body, /^Parameters.*\r\nMicrosoft Click ID,.*\r\n$/)
})

test('the files are of the list’s filters, or of the people chosen in it', async () => {
  const [filtered] = await files('/exports?q=ada')
  assert.equal(filtered?.count, '1 person')
  assert.doesNotMatch((await ask('GET', filtered?.href ?? '')).body, /bob@/)
  const ids = await query<{ id: string }>(`select id from leads where name in ('ada', 'bob')`)
  const [chosen] = await files(`/exports?${new URLSearchParams(ids.map(({ id }) => ['lead', id]))}`)
  assert.equal(chosen?.count, '2 people')
  const { body } = await ask('GET', chosen?.href ?? '')
  assert.match(body, /bob@[\s\S]*ada@/)
  assert.doesNotMatch(body, /dan@/)
  assert.equal((await ask('GET', '/exports?lead=x')).status, 400)
})

test('a conversion has the name that the operator gives it', async () => {
  const { body } = await ask('GET', '/leads.csv?for=google-ads&conversion=Sign-up')
  assert.match(body, /,Sign-up,/)
})

test('a lead that was won is also a sale with its value and time, unless sales have no name', async () => {
  const won = (at: string | null, value: number | null) =>
    query(
      `update leads set outcome = case when $1::timestamptz is null then 'open' else 'won' end, outcome_value = $2,
         outcome_at = $1 where name = 'ada'`,
      [at, value],
    )
  await won('2026-11-21T23:30:00-05:00', 1200.5)
  const rows = async (path: string) => (await ask('GET', path)).body.split('\r\n').slice(2, -1)
  const [, sale, ...others] = await rows('/leads.csv?for=google-ads')
  assert.equal(sale, 'EAIaIQobChMI-_x,Sale,2026-11-22 04:30:00,1200.5,')
  assert.deepEqual(others, [])
  assert.equal((await rows('/leads.csv?for=google-ads&sale=')).length, 1)
  assert.match((await rows('/leads.csv?for=google-ads&sale=Deal'))[1] ?? '', /,Deal,/)
  const { out } = await commandIn({ SUPABASE_DB_URL: url })(
    'leads',
    '--csv',
    '--for',
    'google-ads',
    '--outcome',
    'won',
  )
  assert.ok(out.includes(`${sale}\r\n`))
  assert.match((await ask('GET', '/leads.csv?outcome=won')).body, /"won",1200\.5,/)
  assert.doesNotMatch((await ask('GET', '/leads.csv?outcome=won')).body, /bob@/)
  await query(`update leads set outcome = 'lost', outcome_value = null where name = 'ada'`)
  assert.equal((await rows('/leads.csv?for=google-ads')).length, 1, 'a lead that was lost is no sale')
  await won(null, null)
})

test('the counts agree with the files for people of every kind', async () => {
  const clicks = [
    {},
    { gclid: 'EAIaIQobChMI-_x' },
    { gclid: 'short' },
    { gclid: 'ÄÖÜäöüßéèà' },
    { gbraid: 'b' },
    { gbraid: '', wbraid: 'w', msclkid: '0123456789abcdef' },
    { msclkid: '0123456789abcdef' },
  ]
  let count = 0
  for (const campaign of clicks)
    for (const phone_e164 of [null, '+12015550199', '+12015550111', '+12015550112'])
      for (const suspected_bot of [false, true]) {
        count += 1
        const person = { ...lead, name: `Kind ${count}`, email: `kind${count}@example.org`, phone_e164 }
        await query('select accept_lead(gen_random_uuid(), $1, $2)', [person, { campaign, suspected_bot }])
      }
  // The first submission comes from a bot, so the campaign of the second one counts.
  for (const [gclid, suspected_bot] of [
    ['0123456789', true],
    ['no click', false],
  ] as const)
    await query('select accept_lead(gen_random_uuid(), $1, $2)', [
      { ...lead, name: 'Kind twice', email: 'twice@example.org' },
      { campaign: { gclid }, suspected_bot },
    ])
  await query(`
    select desk.stop_number('+12015550111');
    select withdraw_consent(id, 'link') from leads where name in ('Kind 7', 'Kind 23');
    update consent_events
    set kind = 'asked'
    where lead_id in (select id from leads where name in ('Kind 1', 'Kind 3', 'Kind 9', 'Kind 13'));
    update leads set consent = 'asked' where name in ('Kind 1', 'Kind 3', 'Kind 9', 'Kind 13')`)
  const found = await files('/exports?q=kind')
  const desk = openDesk({ SUPABASE_DB_URL: url })
  const people = (await Array.fromAsync(readLeads(desk, { filters: { search: 'kind' } }))).flatMap(
    ({ leads }) => leads,
  )
  await desk.close()
  assert.equal(people.length, count + 1)
  assert.deepEqual(new Set(people.map(({ consent }) => consent)).size, 5)
  for (const [place, use] of (['sms', 'google-ads', 'microsoft-ads'] as const).entries()) {
    const numbers = new Set<string | null>()
    const reasonsFor = Map.groupBy(people, (person) => {
      const reason = whyLeftOut(person, use)
      if (reason || use !== 'sms') return reason
      return numbers.size === numbers.add(person.phone_e164).size ? 'repeated' : null
    })
    const leftOut = [...reasonsFor].flatMap(([reason, { length }]) =>
      reason ? [`${length} ${reasons[reason]}`] : [],
    )
    assert.deepEqual(found[place + 1]?.leftOut, leftOut.sort(), use)
    const fitting = reasonsFor.get(null)?.length ?? 0
    assert.equal(found[place + 1]?.count, `${fitting} ${fitting === 1 ? 'person' : 'people'}`)
    const { body } = await ask('GET', found[place + 1]?.href ?? '')
    assert.equal(body.match(/\r\n/g)?.length, fitting + (use === 'sms' ? 1 : 2), use)
  }
})

test('a file has the days of the page, names them, and is the same by command', async () => {
  await query('delete from leads')
  for (const [name, at] of [
    ['Mia', '2026-11-20T22:00Z'],
    ['Noa', '2026-11-20T10:00Z'],
  ]) {
    await query('select accept_lead(gen_random_uuid(), $1)', [
      { ...lead, name, email: `${name}@example.org` },
    ])
    await query('update leads set created_at = $2 where name = $1', [name, at])
  }
  await query(`update lead_settings set time_zone = 'Australia/Sydney'`)
  // The desk asks for its zone again after a post.
  await ask('POST', '/settings', sameOrigin, 'section=owner&owner_mails_per_hour=88')
  const day = 'from=2026-11-21&to=2026-11-21'
  const { document } = parseHTML((await ask('GET', `/exports?${day}`)).body)
  assert.match(
    document.querySelector('main strong')?.textContent ?? '',
    /^21 Nov.*, Australia\/Sydney, 1 person$/,
  )
  assert.ok(document.querySelector('header form input[name=from][value="2026-11-21"]'))
  const { headers, body } = await ask('GET', `/leads.csv?${day}`)
  assert.match(headers['content-disposition'] ?? '', /"leads-2026-11-21-to-2026-11-21\.csv"/)
  assert.match(body, /\r\n2026-11-21 09:00:00,"Mia",[^\n]*\r\n$/)
  const run = commandIn({ SUPABASE_DB_URL: url })
  assert.equal((await run('leads', '--csv', '--since', '2026-11-21', '--until', '2026-11-21')).out, body)
  await query(`update lead_settings set time_zone = 'UTC'`)
  await ask('POST', '/settings', sameOrigin, 'section=owner&owner_mails_per_hour=89')
  await ask('GET', '/')
})
