import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { sayConsent } from '../sql/say-consent.ts'
import { openDeskApp } from './open-desk-app.ts'

const { ask, lead, query, sameOrigin } = await openDeskApp()

await query('delete from leads')
for (const name of ['Sofia', 'Sofie', 'Tom', 'Uma'])
  await query('select accept_lead(gen_random_uuid(), $1)', [
    { ...lead, name, email: `${name.toLowerCase()}@example.org` },
  ])
await query(`update outbox set status = 'held', reason = 'suspected_bot'`)

const list = 'q=sof&mails=held'
const post = (fields: Record<string, string>) =>
  ask('POST', '/mails', sameOrigin, String(new URLSearchParams({ status: 'held', list, ...fields })))
const noticeOf = async (answer: { headers: Record<string, string> }) =>
  parseHTML((await ask('GET', String(answer.headers.location))).body).document.querySelector('p[role=status]')
    ?.textContent ?? ''
const stateOf = async (status: string) => {
  const people = await query<{ name: string }>(
    `select distinct name from outbox join leads on leads.id = lead_id where status = $1 order by 1`,
    [status],
  )
  return people.map(({ name }) => name)
}
const everybody = ['Sofia', 'Sofie', 'Tom', 'Uma']

test('a post without a button, and an “all” of which nobody was asked, change nothing', async () => {
  const tried: Record<string, string>[] = [
    {},
    { all: '2 people' },
    { do: 'send-all' },
    { do: 'send', all: '2 people' },
    { do: 'send', all: '2 people', seen: 'a' },
    { do: 'drop', all: 'everybody' },
    { do: 'drop' },
  ]
  for (const fields of tried) {
    const answer = await post(fields)
    assert.equal(answer.status, 303)
    assert.match(await noticeOf(answer), /^(Nothing was done|Nobody is selected)/)
    assert.deepEqual(await stateOf('held'), everybody, JSON.stringify(fields))
  }
})

test('all are those whom the list shows, with their number in the question', async () => {
  const page = parseHTML((await ask('GET', `/leads?${list}`)).body).document
  assert.equal(page.querySelector('input[name=all]')?.getAttribute('value'), '2 people')
  assert.match(page.querySelector('dialog#send-all')?.textContent ?? '', /The emails to 2 people /)
  const seen = page.querySelector('input[name=seen]')?.getAttribute('value') ?? ''
  // One goes and another one comes: the number is the same.
  await query(
    `update leads set name = 'Ted', email = 'ted@example.org' where name = 'Sofia'; update leads set name = 'Sofya' where name = 'Uma'`,
  )
  assert.match(
    await noticeOf(await post({ do: 'send', all: '2 people', seen })),
    /^Nothing was done, because the list has changed\. It has 2 people now/,
  )
  assert.equal((await stateOf('held')).length, 4)
  await query(
    `update leads set name = 'Sofia', email = 'sofia@example.org' where name = 'Ted'; update leads set name = 'Uma' where name = 'Sofya'`,
  )
  const answer = await post({ do: 'send', all: '2 people', seen })
  assert.match(await noticeOf(answer), /^2 people: \d emails go out/)
  const touched = parseHTML((await ask('GET', String(answer.headers.location))).body).document
  assert.deepEqual(
    [...touched.querySelectorAll('tbody th a[href^="/leads/"]')].map(({ textContent }) => textContent).sort(),
    ['Sofia', 'Sofie'],
  )
  assert.deepEqual(
    [await stateOf('held'), await stateOf('pending')],
    [
      ['Tom', 'Uma'],
      ['Sofia', 'Sofie'],
    ],
  )
})

test('all of the list are exported by its filters', async () => {
  const { headers } = await ask(
    'GET',
    `/exports?${new URLSearchParams({ all: '2 people', list, lead: 'x' })}`,
  )
  assert.equal(headers.location, '/exports?q=sof&mails=held')
})

test('a copy leaves out the addresses that get no emails and the numbers that may not be texted, and only these', async () => {
  await query('select accept_lead(gen_random_uuid(), $1)', [
    { ...lead, name: 'Vic', email: 'vic@example.org' },
  ])
  await query(
    `update leads set phone_e164 = '+1201555010' || array_position('{Sofia,Sofie,Tom,Uma,Vic}', name)`,
  )
  await query(sayConsent('given'))
  await query(`select withdraw_consent(id, 'link') from leads where name = 'Uma'`)
  await query(`select private.stop_number('+12015550105', 'text')`)
  await query(`select private.suppress_mailbox('tom@example.org', 'unsubscribed', 'link')`)
  const bar = parseHTML((await ask('GET', '/leads')).body).document.querySelector('[data-island=BulkBar]')
  const { contacts } = JSON.parse(bar?.getAttribute('data-props') ?? '')
  const copied = Object.values(contacts) as { email: string; phone: string }[]
  assert.deepEqual(copied.map(({ email, phone }) => `${email} ${phone}`).sort(), [
    ' +12015550103',
    'sofia@example.org +12015550101',
    'sofie@example.org +12015550102',
    'uma@example.org ',
    'vic@example.org ',
  ])
})
