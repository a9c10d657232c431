import assert from 'node:assert/strict'
import { after } from 'node:test'
import { leadSchema } from '../../supabase/functions/_shared/lead.ts'
import { openTestDesk } from './open-test-desk.ts'
import { testOnEmpty } from './test-on-empty.ts'

/** Addresses with every sign of ASCII in both parts, and with labels of every length near their limit. */
const addresses = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
    .filter((sign) => sign !== '\0')
    .flatMap((sign) => [
      `a${sign}b@example.org`,
      `a@b${sign}c.org`,
      `a@example.org${sign}`,
      `${sign}a@example.org`,
    ]),
  ...[62, 63, 64].map((length) => `a@${'b'.repeat(length)}.org`),
  ...[308, 309].map((length) => `${'a'.repeat(length)}@example.org`),
  ...['a@b', '@b', 'a@', 'a', '', 'a@-b', 'a@b-', 'a@b.-c', 'ä@example.org', 'a@exämple.org', 'a@b.', 'a@.b'],
]

const { database, query, desk, accept } = await openTestDesk()
after(() => database.close())
const test = testOnEmpty(database)

type Setting = {
  name: string
  kind: string
  value: string | null
  usual: string | null
  lowest: string | null
  highest: string | null
}
const change = (changes: Record<string, unknown>) =>
  desk<Record<string, string>>('change_settings', { changes })
const kinds = async () =>
  (await query(`select kind from outbox where submission_id is null and kind <> 'notice' order by kind`)).map(
    ({ kind }) => kind,
  )
const sweep = () => query('select run_housekeeping()')

test('the desk reads each setting with its default and bounds, and changes several at once', async () => {
  const read = async () =>
    new Map((await desk<Setting[]>('read_settings')).map((setting) => [setting.name, setting]))
  const before = await read()
  assert.deepEqual(before.get('visitor_mails_per_minute'), {
    name: 'visitor_mails_per_minute',
    kind: 'integer',
    value: '240',
    usual: '240',
    lowest: '1',
    highest: '100000',
  })
  assert.deepEqual(
    [before.get('seals_every')?.value, before.get('keep_funnel')?.usual],
    ['7 days', '2 years 1 mon'],
  )
  const changes = { visitor_mails_per_minute: ' 1000 ', double_opt_in: 'true', keep_submissions: '' }
  assert.deepEqual(await change(changes), {})
  const after = await read()
  assert.deepEqual(
    Object.keys(changes).map((name) => after.get(name)?.value),
    ['1000', 'true', null],
  )
  assert.equal(after.get('visitor_mails_per_minute')?.usual, '240')
})

test('a value beyond its bounds is named, and then nothing is changed', async () => {
  const faults = await change({
    alert_held: 'false',
    double_opt_in: 'perhaps',
    owner_mails_per_hour: '2.5',
    busy_after: '9',
    visitor_mails_per_minute: '99999999999999',
    ip_hold_after: '200',
    keep_submissions: '2 days',
    keep_held: 'some days',
    keep_traces: '-3 days',
    keep_funnel: 'infinity',
    overview_at: '24:00',
    also_notify: 'ada@example.org, ada@',
    singleton: 'false',
  })
  assert.deepEqual(faults, {
    double_opt_in: '“perhaps” is neither on nor off.',
    owner_mails_per_hour: '“2.5” is not a whole number from 1 to 100000.',
    busy_after: 'There is no such setting.',
    visitor_mails_per_minute: '“99999999999999” is not a whole number from 1 to 100000.',
    ip_hold_after: 'There is no such setting.',
    keep_submissions: '“2 days” is not a time of at least 1 year, such as “7 years”.',
    keep_held: '“some days” is not a time of at least 1 day, such as “30 days”.',
    keep_traces: '“-3 days” is not a time of at least 1 day, such as “90 days”.',
    keep_funnel: '“infinity” is not a time of at least 1 month, such as “2 years 1 mon”.',
    overview_at: '“24:00” is not a time of the day, such as 07:00 or 18:30.',
    also_notify: '“ada@” is not an email address.',
    singleton: 'There is no such setting.',
  })
  assert.deepEqual(await query('select alert_held as held from lead_settings'), [{ held: true }])
})

test('each setting takes its bounds, and nothing beyond them', async () => {
  for (const { name, kind, lowest, highest } of await desk<Setting[]>('read_settings')) {
    if (kind === 'boolean' || kind === 'text' || kind === 'text[]') continue
    const step = kind === 'integer' ? '1' : '1 second'
    const [beyond = {}] = await query(
      `select ($1::${kind} - $3::${kind})::text as below, ($2::${kind} + $3::${kind})::text as above`,
      [lowest, highest, step],
    )
    for (const value of [lowest, highest])
      if (value) assert.deepEqual(await change({ [name]: value }), {}, `${name} ${value}`)
    for (const value of [beyond.below, beyond.above])
      if (value) assert.deepEqual(Object.keys(await change({ [name]: value })), [name], `${name} ${value}`)
    // Every setting needs a bound, and no setting may stop all emails.
    assert.ok(kind === 'integer' ? Number(lowest) >= 1 && highest : lowest, name)
  }
})

test('the time zone is a name that browsers know too, and nothing means that none was chosen', async () => {
  const read = async () =>
    (await desk<Setting[]>('read_settings')).find(({ name }) => name === 'time_zone')?.value
  assert.equal(await read(), null)
  for (const zone of [
    'UTC',
    'America/New_York',
    'America/Argentina/Buenos_Aires',
    'Asia/Kathmandu',
    'Etc/GMT+5',
    'America/Port-au-Prince',
  ]) {
    assert.equal(
      new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone.length > 0,
      true,
    )
    assert.deepEqual(await change({ time_zone: ` ${zone} ` }), {})
    assert.equal(await read(), zone)
  }
  for (const zone of [
    'posix/America/New_York',
    'America/Ohio+5',
    'America/Ohio-5',
    'EST5EDT,M3',
    '+05:45',
    'Mars/Olympus',
    'America',
    'New York',
    "x'; select 1",
  ])
    assert.deepEqual(Object.keys(await change({ time_zone: zone })), ['time_zone'], zone)
  assert.deepEqual(await change({ time_zone: '' }), {})
  assert.equal(await read(), null)
})

test('the list of colleagues takes up to five addresses, as the form does, and names the one that is wrong', async () => {
  const read = async () =>
    (await desk<Setting[]>('read_settings')).find(({ name }) => name === 'also_notify')?.value
  const five = [1, 2, 3, 4, 5].map((n) => `colleague+${n}@example.org`)
  assert.equal(await read(), null)
  assert.deepEqual(await change({ also_notify: `  ${five.join(', \r\n')}\n` }), {})
  assert.equal(await read(), five.join('\n'))
  const long = `${'a'.repeat(310)}@example.org`
  for (const [typed, fault] of [
    [`${five} six@example.org`, 'These are 6 addresses, but at most 5 are possible.'],
    ['a@example.org A@Example.org', '“A@Example.org” is in the list twice.'],
    ['Ada <ada@example.org>', '“Ada” is not an email address.'],
    ['ada@example..org', '“ada@example..org” is not an email address.'],
    [long, `“${long}” is not an email address.`],
  ])
    assert.deepEqual(await change({ also_notify: typed }), { also_notify: fault })
  assert.equal(await read(), five.join('\n'))
  for (const list of [[...five, 'six@example.org'], ['a@example.org\nBcc: b@example.org'], [null]])
    await assert.rejects(query('update lead_settings set also_notify = $1', [list]), { code: '23514' })
  assert.deepEqual(await change({ also_notify: '' }), {})
  assert.equal(await read(), null)
})

test('an address is judged as in the form, once its domain is in ASCII', async () => {
  const asStored = addresses.map((address) => {
    const { success, data = address } = leadSchema.shape.email.safeParse(address)
    return { success, address: data }
  })
  const judged = await query('select is_address(address) as is_valid from unnest($1::text[]) address', [
    asStored.map(({ address }) => address),
  ])
  assert.deepEqual(
    asStored.filter(({ success }, index) => judged[index]?.is_valid !== success),
    [],
  )
})

test('the table takes no time by which a sweep would delete what came today, or a reminder at once', async () => {
  for (const [name, value] of [
    ['keep_submissions', '23 hours'],
    ['keep_held', '23 hours'],
    ['keep_traces', '23 hours'],
    ['keep_funnel', '23 hours'],
    ['remind_after', '59 minutes'],
    ['remind_after', '15 days'],
  ])
    await assert.rejects(query(`update lead_settings set ${name} = $1`, [value]), { code: '23514' }, name)
})

test('without emails with the seal the seals go on', async () => {
  await change({ seals_every: '' })
  await accept()
  await sweep()
  assert.deepEqual(await kinds(), [])
  assert.equal((await query('select from lead_seals')).length, 1)
  await change({ seals_every: '1 day' })
  await sweep()
  assert.deepEqual(await kinds(), ['seal'])
})

test('held emails alone raise no alert if that is switched off, and failed ones do', async () => {
  await change({ seals_every: '', alert_held: 'false' })
  await accept({}, { suspected_bot: true })
  await query(`update outbox set due_at = now() - interval '11 minutes' where kind <> 'notice'`)
  await sweep()
  assert.deepEqual(await kinds(), [])
  await change({ alert_held: 'true' })
  await sweep()
  assert.deepEqual(await kinds(), ['alert'])
  await query(`delete from outbox where kind = 'alert'`)
  await change({ alert_held: 'false' })
  await query(`update outbox set status = 'failed', reason = 'rejected' where kind = 'visitor'`)
  await sweep()
  assert.deepEqual(await kinds(), ['alert'])
})
