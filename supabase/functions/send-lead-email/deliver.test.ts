import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { sampleEmail } from '../../tests/sample-email.ts'
import type { LeadDatabase, LeadEmail } from './database.ts'
import { DatabaseError } from './database.ts'
import { createDeliver, type SendResult } from './deliver.ts'

mock.method(console, 'info', () => undefined)

/** An outbox in memory: hands out what is due, notes how each mail was settled. */
function outbox(due: LeadEmail[], answer: 'sent' | 'pending' | 'dead' | null = 'sent') {
  const settled: string[] = []
  const database = {
    claimEmail: () => Promise.resolve(due.shift()),
    settleEmail: (email: LeadEmail, outcome: string) => {
      settled.push(`${email.id} ${outcome}`)
      return Promise.resolve(answer)
    },
  } as unknown as LeadDatabase
  return { due, settled, database }
}

const sent = () => Promise.resolve<SendResult>({ outcome: 'sent' })
const mails = (count: number) => Array.from({ length: count }, () => sampleEmail())

test('one call sends all that is due', async () => {
  const { database, settled } = outbox(mails(5))
  const { tally, done } = createDeliver(sent)(database)
  await done
  assert.equal(settled.length, 5)
  assert.deepEqual(tally, { sent: 5, failed: 0, dead: 0, lost: 0 })
})

test('a burst of calls sends one mail at a time and every mail once', async () => {
  const { database, settled, due } = outbox([])
  let underWay = 0
  let most = 0
  const deliver = createDeliver(async () => {
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise((resolve) => setTimeout(resolve, 1))
    underWay -= 1
    return { outcome: 'sent' }
  })
  const calls = mails(40).map((email) => {
    due.push(email)
    return deliver(database).done
  })
  await Promise.all(calls)
  assert.equal(most, 1)
  assert.equal(new Set(settled).size, 40)
})

test('a mail stored while the last worker finds nothing due is still sent', async () => {
  const { due, settled, database } = outbox([])
  const looked = Promise.withResolvers<undefined>()
  const late = sampleEmail()
  let claims = 0
  database.claimEmail = () => {
    claims += 1
    return claims === 1 ? looked.promise : Promise.resolve(due.shift())
  }
  const deliver = createDeliver(sent)
  const first = deliver(database)
  due.push(late)
  const second = deliver(database)
  looked.resolve(undefined)
  await Promise.all([first.done, second.done])
  assert.deepEqual(settled, [`${late.id} sent`])
})

test('a worker ends when nothing is due, and the next call begins a new one', async () => {
  const { due, settled, database } = outbox(mails(1))
  const deliver = createDeliver(sent)
  await deliver(database).done
  due.push(sampleEmail())
  await deliver(database).done
  assert.equal(settled.length, 2)
})

test('a process about to end finishes the mail under way and begins no other', async () => {
  const { due, settled, database } = outbox(mails(3))
  const ending = new AbortController()
  const send = () => {
    ending.abort()
    return sent()
  }
  await createDeliver(send, { ending: ending.signal })(database).done
  assert.equal(settled.length, 1)
  assert.equal(due.length, 2)
})

test('a database that fails ends the worker, is logged once and leaves room for the next', async () => {
  const written = mock.method(console, 'error', () => undefined)
  const { due, settled, database } = outbox([])
  const claim = database.claimEmail
  database.claimEmail = () => Promise.reject(new DatabaseError('claim_lead_emails', '57014'))
  const deliver = createDeliver(sent)
  await deliver(database).done
  assert.match(String(written.mock.calls[0]?.arguments[0]), /delivery_stopped.*claim_lead_emails: 57014/)
  written.mock.restore()
  database.claimEmail = claim
  due.push(sampleEmail())
  await deliver(database).done
  assert.equal(settled.length, 1)
})

test('a mail that was sent while the database was away is noted as sent once it is back', async () => {
  const { database, settled } = outbox(mails(2))
  const settle = database.settleEmail
  let failures = 3
  database.settleEmail = (...args) => {
    failures -= 1
    return failures < 0
      ? settle(...args)
      : Promise.reject(new DatabaseError('settle_lead_email', 'unreachable'))
  }
  await createDeliver(sent, { settlePauseMs: 1 })(database).done
  assert.equal(settled.length, 2)
})

test('a process about to end does not wait for a database that is away', async () => {
  const written = mock.method(console, 'error', () => undefined)
  const ending = new AbortController()
  const { database, settled } = outbox(mails(2))
  database.settleEmail = () => {
    ending.abort()
    return Promise.reject(new DatabaseError('settle_lead_email', 'unreachable'))
  }
  await createDeliver(sent, { ending: ending.signal })(database).done
  written.mock.restore()
  assert.deepEqual(settled, [])
})

test('a mail that dies is logged as an error by its id, without the person', async () => {
  const written = mock.method(console, 'error', () => undefined)
  const email = sampleEmail()
  const { database } = outbox([email], 'dead')
  const { tally, done } = createDeliver(() =>
    Promise.resolve({ outcome: 'rejected', error: 'EENVELOPE 550' }),
  )(database)
  await done
  const lines = written.mock.calls.map((call) => String(call.arguments[0]))
  written.mock.restore()
  assert.equal(lines.length, 1)
  const line = lines[0] ?? ''
  assert.deepEqual([JSON.parse(line).event, JSON.parse(line).id], ['mail_dead', email.id])
  assert.ok(!line.includes(email.email) && !line.includes(email.name))
  assert.equal(tally.dead, 1)
})

test('failed and lost mails are counted as such', async () => {
  for (const [answer, key] of [
    ['pending', 'failed'],
    [null, 'lost'],
  ] as const) {
    const { database } = outbox(mails(1), answer)
    const { tally, done } = createDeliver(sent)(database)
    await done
    assert.equal(tally[key], 1)
  }
})
