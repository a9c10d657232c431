import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { after } from 'node:test'
import { listLeads } from '../../desk/cli/list.ts'
import type { Terminal } from '../../desk/cli/terminal.ts'
import { claim } from './claim.ts'
import { openTestDesk } from './open-test-desk.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const { database, query, desk, accept } = await openTestDesk()
after(() => database.close())
const { queryAs } = database

const number = '+12015550123'
const other = '+12015550199'
const [ada, bob, eve] = ['ada@example.org', 'bob@example.org', 'eve@example.org']

/** What a receiver that follows docs/deploy.md knows about each person, and the types of the posts in their order. */
type Known = { sequence: number; consent: unknown; name?: unknown; phone?: unknown; isErased?: boolean }
const known = new Map<unknown, Known>()
const posted: string[] = []

const emptied = testOnEmpty(database)
const test = (title: string, work: () => Promise<unknown>) =>
  emptied(title, () => {
    known.clear()
    posted.length = 0
    return work()
  })

const later = () => query('do $$ begin while clock_timestamp() = now() loop end loop; end $$')
const sweep = () => query('select run_housekeeping()')

async function post() {
  await later()
  await sweep()
  for (const row of await claim(database, 1000, 'claim_webhooks')) {
    const { id, attempt, event, lead_id: lead, sequence, consent, current, name, phone_e164: phone } = row
    await queryAs('service_role', `select settle_message($1, $2, 'sent')`, [id, attempt])
    posted.push(String(event ?? (row.withdrawn_by ? 'withdrawn' : row.confirms ? 'confirmed' : 'created')))
    const before = known.get(lead)
    if (before && before.sequence > Number(sequence)) continue
    if (event === 'erased') known.set(lead, { sequence: Number(sequence), consent: null, isErased: true })
    else
      known.set(lead, {
        ...before,
        sequence: Number(sequence),
        consent,
        ...(current === true && { name, phone }),
      })
  }
}

/** The receiver knows about everybody who is stored what is true, and has erased everybody else. */
async function expectTold() {
  await post()
  const people = await query('select id, name, phone_e164, consent_state(leads) as consent from leads')
  for (const { id, name, phone_e164: phone, consent } of people) {
    const told = known.get(id)
    if (told) assert.deepEqual([told.name, told.phone, told.consent], [name, phone, consent], String(name))
  }
  const ids = new Set(people.map(({ id }) => id))
  for (const [id, { isErased }] of known) assert.equal(isErased ?? false, !ids.has(id))
}

async function submit(email: string, phone: string | null = number, context: object = {}) {
  await later()
  const lead = { email, name: email.split('@')[0], phone_e164: phone, ...(phone && { phone }) }
  return accept(lead, { webhook: true, ip_hash: email, ...context })
}
async function text(meaning: string, id: string | null = null, words = meaning, sender = number) {
  await later()
  await queryAs('service_role', 'select receive_text($1, $2, $3, $4)', [sender, words, meaning, id])
}
const lift = async (note = 'She called.') => {
  await later()
  return desk('lift_stop', { phone: number, note })
}
async function withdraw(email: string) {
  await later()
  await query(`select stop_lead(lead_token(secret, 'stop')) from leads where email = $1`, [email])
}
const erase = (email: string) => query('select desk.forget_lead(id) from leads where email = $1', [email])
async function confirm(key: string) {
  const mails = await claim(database, 1000)
  await query(
    `update outbox set status = 'sent', sent_at = now() where status = 'sending' and kind <> 'webhook'`,
  )
  const token = mails.find(({ kind, submission_id: id }) => kind === 'visitor' && id === key)?.token
  await later()
  const context = { consent_text: 'Mine.', webhook: true }
  const [row] = await query('select confirm_lead($1, $2) as is_known', [token, context])
  return row?.is_known
}
const states = async () => {
  const rows = await query('select name, consent_state(leads) as state from leads')
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}
const stops = async () => (await desk<{ numbers: Record<string, unknown>[] }>('list_stops')).numbers
const evidence = async () =>
  (
    await query('select name, withdrawn_by from lead_submissions where not consent order by created_at, name')
  ).map(({ name, withdrawn_by: by }) => `${name} ${by}`)

for (const [who, stop] of [
  ['the operator', () => desk('stop_number', { phone: number })],
  ['a withdrawal of another person', () => withdraw(bob)],
] as const)
  test(`a STOP is an event of its own after ${who} had stopped the number`, async () => {
    for (const email of [ada, bob]) await submit(email)
    await post()
    await stop()
    await text('stop', 'SM1', 'STOP, I mean it')
    await post()
    assert.ok((await evidence()).includes('ada text message'))
    assert.equal((await stops()).find(({ phone_e164: phone }) => phone === number)?.words, 'STOP, I mean it')
    assert.equal((await states()).ada, 'stopped')
    await expectTold()
  })

test('an answered text stops a number that was stopped before', async () => {
  await submit(ada)
  await desk('stop_number', { phone: number })
  await text('other', 'SM1', 'leave me')
  const [row] = await query('select id from incoming_texts')
  await desk('answer_text', { id: row?.id, is_stop: true })
  await sweep()
  assert.deepEqual(await evidence(), ['ada desk:postgres', 'ada text message'])
})

test('a delivery that is repeated acts once, also after the opposite came', async () => {
  await submit(ada)
  await text('stop', 'SM1')
  await text('start', 'SM2')
  await text('stop', 'SM3')
  await text('start', 'SM2')
  assert.deepEqual(await states(), { ada: 'stopped' })
  for (const _ of [1, 2]) await text('other', 'SM4')
  assert.equal((await query('select from incoming_texts')).length, 1)
})

test('a STOP that is delivered twice is stored once, and does not stop a number that was lifted since', async () => {
  await submit(ada)
  await text('stop', 'SM1')
  await text('stop', 'SM1')
  await lift()
  await text('stop', 'SM1')
  assert.deepEqual(await states(), { ada: 'given' })
  assert.deepEqual(await query('select kind from number_events order by id'), [
    { kind: 'stop' },
    { kind: 'lift' },
  ])
})

test('a START is stored where nothing is lifted, and the note of the operator outlasts the next stop', async () => {
  await text('start', 'SM1')
  assert.deepEqual(await query('select kind, said_by from number_events'), [
    { kind: 'start', said_by: 'text message' },
  ])
  await text('stop', 'SM2')
  await lift()
  await text('stop', 'SM3')
  assert.deepEqual(
    (await stops()).map(({ lifted_at: at, note }) => [at, note]),
    [[null, 'She called.']],
  )
})

test('events are written once', async () => {
  await text('stop', 'SM1')
  for (const change of [
    `kind = 'start'`,
    `words = 'x'`,
    'happened_at = now()',
    `phone_e164 = '+12015550100'`,
  ])
    await assert.rejects(query(`update number_events set ${change}`), { code: '23001' })
})

test('STOP and START between two sweeps leave the evidence and are told in their order', async () => {
  await submit(ada)
  await post()
  await text('stop')
  await text('start')
  await text('stop')
  await text('start')
  await expectTold()
  assert.deepEqual(await evidence(), ['ada text message', 'ada text message'])
  assert.deepEqual(posted, ['created', 'withdrawn', 'stop_lifted', 'withdrawn', 'stop_lifted'])
  assert.deepEqual(await states(), { ada: 'given' })
})

test('a STOP that is only repeated is evidence once', async () => {
  await submit(ada)
  for (const id of ['SM1', 'SM2', 'SM3']) await text('stop', id)
  await sweep()
  await text('stop', 'SM4')
  await sweep()
  assert.deepEqual(await evidence(), ['ada text message'])
})

for (const [way, free] of [
  ['START', () => text('start')],
  ['the operator', lift],
] as const)
  test(`${way} ends what an older withdrawal of somebody else does to a number, which the desk shows`, async () => {
    await submit(ada)
    await submit(eve)
    await post()
    await withdraw(eve)
    await expectTold()
    assert.deepEqual(await states(), { ada: 'stopped', eve: 'withdrawn' })
    assert.deepEqual(
      (await stops()).map(({ phone_e164: phone, stopped_by: by, lifted_at: at }) => [phone, by, at]),
      [[number, 'withdrawal', null]],
    )
    const shown = await desk<{ stop: { stopped_by: string } | null }>('show_lead', { email: ada })
    assert.equal(shown.stop?.stopped_by, 'withdrawal')
    await free()
    await expectTold()
    assert.deepEqual(await states(), { ada: 'given', eve: 'withdrawn' })
    await erase(eve)
    assert.deepEqual(await states(), { ada: 'given' })
    await expectTold()
  })

/** After each of these, somebody who did nothing has another state, and the receiver hears about them. */
const changes: Record<string, () => Promise<unknown>> = {
  'a withdrawal by link': () => withdraw(ada),
  'a withdrawal at the desk': () =>
    query('select desk.withdraw_consent(id) from leads where email = $1', [ada]),
  'a withdrawal and an erasure': async () => {
    await withdraw(ada)
    await erase(ada)
  },
  'a withdrawal, and then a confirmation': async () => {
    await withdraw(ada)
    await post()
    assert.equal((await states()).bob, 'stopped')
    const key = await submit(ada)
    assert.equal(await confirm(key), true)
    assert.equal((await states()).bob, 'given')
  },
  'a stop of the number': () => text('stop'),
  'a stop and a lift': async () => {
    await text('stop')
    await post()
    await lift()
  },
  'a take-over of other data': async () => {
    const key = await submit(bob, other, { ip_hash: 'elsewhere' })
    await post()
    await desk('take_over', { submission: key })
  },
  'an erasure': () => erase(ada),
  'data that expire': () => query('delete from leads where email = $1', [ada]),
}
for (const [title, change] of Object.entries(changes))
  test(`the receiver knows the state and the data of everybody after ${title}`, async () => {
    await submit(ada)
    await submit(bob)
    await post()
    await change()
    await expectTold()
    posted.length = 0
    await expectTold()
    assert.deepEqual(posted, [])
  })

test('data that were taken over are sent as the data of the person', async () => {
  await submit(ada)
  const key = await submit(ada, other, { ip_hash: 'elsewhere' })
  await post()
  await desk('take_over', { submission: key })
  await desk('send_again', { submission: key, kind: 'webhook' })
  await sweep()
  const rows = await claim(database, 10, 'claim_webhooks')
  assert.deepEqual(
    rows.map(({ event, current, phone_e164: phone }) => [event, current, phone]).sort(),
    [
      [null, true, other],
      ['updated', true, other],
    ].sort(),
  )
})

test('who is held is nobody for the receiver, and no evidence, until the release', async () => {
  await submit(ada, number, { suspected_bot: true })
  await text('stop')
  await expectTold()
  assert.deepEqual([posted, await evidence()], [[], []])
  await desk('requeue_messages', { from_status: 'held' })
  await expectTold()
  assert.deepEqual([posted, [...known.values()][0]?.consent], [['created'], 'stopped'])
})

test('an update is sent about the newest submission that is not held', async () => {
  const released = await submit(ada)
  await post()
  await submit(ada, number, { suspected_bot: true })
  await text('stop')
  await lift()
  await sweep()
  const rows = await query(
    `select distinct submission_id from outbox where event = 'stop_lifted' and status = 'pending'`,
  )
  assert.deepEqual(rows, [{ submission_id: released }])
})

test('after a restore the receiver takes what it is told, and hears again about everybody', async () => {
  await submit(ada)
  await post()
  for (const person of known.values()) Object.assign(person, { sequence: 1000, consent: 'withdrawn' })
  await desk('reapply_removals', { list: 'none' })
  await expectTold()
  await erase(ada)
  await expectTold()
})

for (const [title, change] of [
  [
    'sent again',
    () => query(`select desk.send_again(submission_id, 'webhook') from outbox where kind = 'webhook'`),
  ],
  ['expired', () => query('delete from lead_submissions')],
] as const)
  test(`an erasure is told although the webhooks of the person were ${title}`, async () => {
    await submit(ada)
    await post()
    await change()
    await erase(ada)
    await sweep()
    assert.deepEqual(
      (await claim(database, 10, 'claim_webhooks')).map(({ event }) => event),
      ['erased'],
    )
  })

test('a person who expires is told as erased', async () => {
  await submit(ada)
  await post()
  await sweep()
  await query(`update lead_seals set sealed_at = sealed_at - interval '100 years'`)
  await sweep()
  assert.deepEqual(await query('select from leads'), [])
  await expectTold()
  assert.deepEqual(posted, ['created', 'erased'])
})

test('nothing is queued once the webhook is turned off', async () => {
  for (const email of [ada, bob, eve]) await submit(email)
  await post()
  await submit(ada)
  await text('stop')
  assert.notDeepEqual(await query('select from untold_changes'), [])
  assert.equal(await desk('end_webhooks'), 1)
  assert.deepEqual(await query('select from untold_changes'), [])
  await withdraw(ada)
  await erase(bob)
  await text('stop')
  await sweep()
  assert.deepEqual(
    await query(`select from outbox where kind = 'webhook' and status not in ('sent', 'cancelled')`),
    [],
  )
  assert.deepEqual(await query('select from untold_changes'), [])
})

test('the newest of several mails to a mailbox goes out at a release, and its link works', async () => {
  await query('update lead_settings set double_opt_in = true')
  await submit(ada, number, { suspected_bot: true })
  const newest = await submit(ada, other, { suspected_bot: true })
  await desk('requeue_messages', { from_status: 'held' })
  assert.equal(await confirm(newest), true)
  assert.deepEqual(await query('select consent, phone_e164 from leads'), [
    { consent: 'confirmed', phone_e164: other },
  ])
})

for (const isDropped of [false, true])
  test(`a form that is held${isDropped ? ' and dropped' : ''} kills no link`, async () => {
    await query('update lead_settings set double_opt_in = true')
    const own = await submit(ada)
    await submit(ada, other, { suspected_bot: true })
    if (isDropped) await desk('requeue_messages', { from_status: 'held', is_dropped: true })
    assert.equal(await confirm(own), true)
  })

for (const ip of ['first', 'elsewhere'])
  test(`a link that is dead stays dead when the traces are deleted (${ip})`, async () => {
    await query(`update lead_settings set double_opt_in = true`)
    await submit(ada, '+12015550100', { ip_hash: 'first' })
    const typo = await submit(ada, number, { ip_hash: ip })
    const mails = await claim(database, 1000)
    const token = mails.find(({ kind, submission_id: id }) => kind === 'visitor' && id === typo)?.token
    await submit(ada, other, { ip_hash: ip })
    const isAlive = async () =>
      (await query('select asked_number($1) is not null as is_alive', [token]))[0]?.is_alive
    assert.equal(await isAlive(), false)
    await query(`update lead_settings set keep_traces = '2 days'`)
    await sweep()
    await query(`update lead_seals set sealed_at = sealed_at - interval '3 days'`)
    await sweep()
    assert.deepEqual(await query('select from lead_submissions where ip_hash is not null'), [])
    assert.equal(await isAlive(), false)
  })

/** Runs `npm run leads -- --csv --for sms`, and returns the addresses in the file. */
async function exported() {
  const stdout = new PassThrough()
  const stderr = new PassThrough().resume()
  const options = { csv: true, for: 'sms', conversion: '', sale: '' } as const
  const connection = {
    call: (name: string, values?: object) => desk<unknown>(name, { ...values }),
    close: () => Promise.resolve(),
  }
  const [csv] = await Promise.all([
    readText(stdout),
    listLeads(connection, options, { stdout, stderr } as unknown as Terminal).then(() => stdout.end()),
  ])
  return [...csv.matchAll(/[a-z-]+@example\.org/g)].map(([address]) => address)
}

/** Each person has a reason for which nobody may text them, or none. Each name says the reason. */
const population: Record<string, () => Promise<unknown>> = {
  'given@example.org': () => submit('given@example.org', '+12015550101'),
  async 'confirmed@example.org'() {
    await query('update lead_settings set double_opt_in = true')
    await confirm(await submit('confirmed@example.org', '+12015550102'))
    await submit('asked@example.org', '+12015550103')
    await query('update lead_settings set double_opt_in = false')
  },
  'invalid@example.org': () => submit('invalid@example.org', null),
  'abroad@example.org': () => submit('abroad@example.org', '+5352345678'),
  'premium@example.org': () => submit('premium@example.org', '+19002345678'),
  async 'landline@example.org'() {
    await accept({
      ...{ email: 'landline@example.org', phone: '020 7946 0958' },
      ...{ phone_e164: '+442079460958', country_code: 'UK' },
    })
  },
  async 'stopped@example.org'() {
    await submit('stopped@example.org', '+12015550104')
    await text('stop', null, 'STOP', '+12015550104')
  },
  async 'withdrawn@example.org'() {
    await submit('withdrawn@example.org', '+12015550105')
    await submit('shared@example.org', '+12015550105')
    await withdraw('withdrawn@example.org')
  },
  'held@example.org': () => submit('held@example.org', '+12015550106', { suspected_bot: true }),
  'preview@example.org': () => submit('preview@example.org', '+12015550107', { preview: true }),
}

test('figure, list, filter, files, command and webhook agree on who may be texted', async () => {
  for (const add of Object.values(population)) await add()
  const textable = ['confirmed@example.org', 'given@example.org']
  const { may_be_texted: figure } = await desk<{ may_be_texted: number }>('overview', {
    ...{ bounds: '{2020-01-01,infinity}', since: '2020-01-01', until: '2100-01-01' },
    ...{ day_before: '2020-01-01', day_since: '2020-01-01', day_until: '2030-01-01' },
  })
  type Listed = { leads: { email: string; text_fault: string | null }[]; count: number }
  const tab = await desk<Listed>('list_leads', { consent: 'may-be-texted', max_count: 100 })
  const everybody = (await desk<Listed>('list_leads')).leads
  const { files } = await desk<{ files: { file: string; reason: string | null; people: number }[] }>(
    'count_exports',
  )
  const persons = await Promise.all(
    everybody.map(({ email }) => desk<{ email: string; text_fault: string | null }>('show_lead', { email })),
  )
  const withoutFault = (people: typeof persons) =>
    people.filter(({ text_fault: fault }) => fault === null).map(({ email }) => email)
  await sweep()
  const posts = await claim(database, 1000, 'claim_webhooks')
  const posted = new Map(posts.map(({ lead_id: id, may_be_texted: may }) => [id, may]))
  const told = await query('select email from leads where id = any ($1)', [
    [...posted].filter(([, may]) => may).map(([id]) => id),
  ])
  assert.equal(everybody.length, 12)
  assert.deepEqual([figure, tab.count], [2, 2])
  assert.equal(files.find(({ file, reason }) => file === 'sms' && reason === null)?.people, 2)
  for (const found of [
    tab.leads.map(({ email }) => email),
    withoutFault(everybody),
    withoutFault(persons),
    await exported(),
    told.map(({ email }) => String(email)),
  ])
    assert.deepEqual(found.sort(), textable)
  const faults = files.filter(({ file, reason }) => file === 'sms' && reason !== null)
  assert.deepEqual(Object.fromEntries(faults.map(({ reason, people }) => [reason, people])), {
    ...{ asked: 1, none: 2, withdrawn: 1, stopped: 2 },
    ...{ 'no number': 1, 'other country': 1, 'no mobile': 2 },
  })
})

test('who refuses to be tracked is in no file for an ad platform, and not measured', async () => {
  await query(`update lead_settings set measure_watching = true, remind_after = '1 day'`)
  const campaign = { gclid: 'abcdefghijkl', msclkid: 'abcdefghijkl' }
  await submit(ada, number, { campaign })
  const key = await submit(ada, number, { refuses_tracking: true })
  const { files } = await desk<{ files: { file: string; reason: string | null }[] }>('count_exports')
  const reasons = Object.fromEntries(files.map(({ file, reason }) => [file, reason]))
  assert.deepEqual(reasons, {
    everything: null,
    sms: null,
    'google-ads': 'refuses tracking',
    'microsoft-ads': 'refuses tracking',
  })
  const { leads } = await desk<{ leads: object[] }>('list_leads')
  assert.partialDeepStrictEqual(leads, [{ refuses_tracking: true }])
  const [row] = await query(`select may_watch(lead_token(secret, 'watch')) as answer from leads`)
  await query(`select store_watched(lead_token(secret, 'watch'), 25) from leads`)
  await query('select begin_video($1)', [key])
  const stored = await query('select begun_at, watched_percent, pressed_at is not null as pressed from leads')
  assert.deepEqual(
    [row?.answer, stored],
    ['open', [{ begun_at: null, watched_percent: null, pressed: true }]],
  )
})

test('a withdrawal by link takes no lock but those of its own rows', async () => {
  await submit(ada)
  await later()
  const locks = await database.rollBackAfter(async (run) => {
    await run(`select stop_lead(lead_token(secret, 'stop')) from leads`)
    return run(`select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`)
  })
  assert.deepEqual(locks, [])
})

test('after a sealed erasure a retry of the same form is stored once', async () => {
  const lead = { email: ada, phone_e164: number }
  const key = await accept(lead)
  await sweep()
  await erase(ada)
  const [stored] = await query('select status from accept_lead($1, $2)', [key, sampleLead(lead)])
  assert.equal(stored?.status, 'created')
  for (const _ of [1, 2])
    assert.deepEqual(await query('select status from accept_lead($1, $2)', [key, sampleLead(lead)]), [
      { status: 'replayed' },
    ])
})
