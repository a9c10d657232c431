import assert from 'node:assert/strict'
import { after } from 'node:test'
import { ada, bob, eve, number, openPeople } from './open-people.ts'

const people = await openPeople()
after(() => people.database.close())
const {
  sweep,
  submit,
  text,
  lift,
  withdraw,
  erase,
  confirm,
  states,
  stops,
  evidence,
  desk,
  receiver,
  query,
  post,
  expectTold,
  test,
} = people

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
  assert.deepEqual(receiver.posted, ['created', 'withdrawn', 'stop_lifted', 'withdrawn', 'stop_lifted'])
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

test('a newer confirmation does not free a number that somebody else withdrew, and START does', async () => {
  await query('update lead_settings set double_opt_in = true')
  await submit(eve)
  await withdraw(eve)
  assert.equal(await confirm(await submit(ada)), true)
  assert.deepEqual(await states(), { ada: 'stopped', eve: 'withdrawn' })
  await text('start')
  assert.deepEqual(await states(), { ada: 'confirmed', eve: 'withdrawn' })
})
