import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim } from './claim.ts'
import { ada, bob, eve, number, openPeople, other } from './open-people.ts'
import { unsubscribeByLink } from './unsubscribe-by-link.ts'

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
  evidence,
  desk,
  receiver,
  query,
  database,
  post,
  expectTold,
  test,
} = people

const silence = (email: string) => unsubscribeByLink(database, email)

const book = (kind: string) =>
  query(`select desk.say_booking(id, $1, now() + interval '1 day') from leads where email = $2`, [kind, ada])

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
  'no more mails, by link': () => silence(ada),
  'no more emails to a mailbox that somebody else typed, too': async () => {
    await submit('ada+training@example.org', other)
    await post()
    await silence(ada)
  },
  'a complaint, and emails again': async () => {
    await query(
      `select record_mail_events('postmark', jsonb_build_array(jsonb_build_object(
        'id', '1', 'kind', 'complained', 'mailbox', $1::text, 'at', now())))`,
      [ada],
    )
    await post()
    assert.equal(receiver.posted.at(-1), 'updated')
    await query(`select desk.lift_suppression(id, 'complained', 'She asked.') from leads where email = $1`, [
      ada,
    ])
  },
  'a take-over of other data': async () => {
    const key = await submit(bob, other, { ip_hash: 'elsewhere' })
    await post()
    await desk('take_over', { submission: key })
  },
  'a call that was booked': () => book('booked'),
  'a call that was booked, and then cancelled': async () => {
    await book('booked')
    await post()
    assert.equal(receiver.posted.at(-1), 'booked')
    await book('cancelled')
  },
  'a sale, and another value': async () => {
    await query(`update leads set outcome = 'won', outcome_value = 5, outcome_at = now() where email = $1`, [
      ada,
    ])
    await post()
    assert.equal(receiver.posted.at(-1), 'outcome')
    await query('update leads set outcome_value = 7 where email = $1', [ada])
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
    receiver.posted.length = 0
    await expectTold()
    assert.deepEqual(receiver.posted, [])
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
  assert.deepEqual([receiver.posted, await evidence()], [[], []])
  await desk('release_messages')
  await expectTold()
  assert.deepEqual([receiver.posted, [...receiver.contacts.values()][0]?.consent], [['created'], 'stopped'])
})

/** Posts what is due, in the order in which it was queued, and answers in this order. */
async function postAnd(...answers: string[]) {
  await receiver.passTime()
  await receiver.receive(
    (posts) => posts.toSorted((one, two) => Number(one.sequence) - Number(two.sequence)),
    () => answers.shift() ?? assert.fail('one more post'),
  )
  assert.deepEqual(answers, [])
}

// A receiver ignores what is older than what it has, and nobody knows whether a post without an answer has arrived.
for (const last of ['takes', 'fails for a week'])
  test(`the receiver is told again what it ignored because of a newer post, which it ${last} at last`, async () => {
    await submit(ada)
    await submit(ada, other, { ip_hash: 'elsewhere' })
    await postAnd('fails', 'takes, and answers too late')
    await silence(ada)
    await postAnd('takes', last)
    await receiver.repair()
    await receiver.expectTrue()
    await sweep()
    assert.deepEqual(await claim(database, 10, 'claim_webhooks'), [])
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
  for (const person of receiver.contacts.values())
    Object.assign(person, { sequence: 1000, consent: 'withdrawn' })
  await desk('reapply_removals', { list: 'none' })
  await expectTold()
  await erase(ada)
  await expectTold()
})

for (const status of ['pending', 'sending', 'held', 'failed'])
  test(`after a restore a webhook that is ${status} comes after all that the receiver knows, and an erasure is told`, async () => {
    await submit(ada, number, { suspected_bot: status === 'held' })
    await query(`update outbox set status = $1, reason = coalesce($2, reason) where kind = 'webhook'`, [
      status,
      status === 'failed' ? 'expired' : null,
    ])
    const sequence = async () =>
      Number((await query(`select sequence from outbox where kind = 'webhook'`))[0]?.sequence)
    const before = await sequence()
    await desk('reapply_removals', { list: 'none' })
    assert.ok((await sequence()) > before)
    await erase(ada)
    assert.deepEqual(
      (await claim(database, 10, 'claim_webhooks')).map(({ event }) => event),
      ['erased'],
    )
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
  assert.deepEqual(receiver.posted, ['created', 'erased'])
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
