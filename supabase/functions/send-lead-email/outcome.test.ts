import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimOne, mails, outbox, sent, sweep } from '../../../tests/sql/outbox.ts'
import { sampleEmail } from '../../../tests/sql/sample-email.ts'
import { DatabaseError } from './database.ts'
import { createDeliver } from './deliver.ts'

console.info = () => undefined
const lines: string[] = []
console.error = (line) => lines.push(line)

test('the outcome of an email that was sent while the database was down is recorded when it is back', async () => {
  const { database, settled } = outbox(mails(2))
  const settle = database.settle
  let failures = 3
  database.settle = (...args) => {
    failures -= 1
    return failures < 0 ? settle(...args) : Promise.reject(new DatabaseError('settle_message', 'unreachable'))
  }
  await createDeliver(claimOne, sent, { settlePauseMs: 1 })(database, sweep()).done
  assert.equal(settled.length, 2)
})

test('an outcome is recorded by a later call’s key when the earlier key was deleted', async () => {
  const { settled, database } = outbox(mails(1))
  const refused = Promise.withResolvers<void>()
  const byDeletedKey = {
    ...database,
    settle: () => {
      refused.resolve()
      return Promise.reject(new DatabaseError('settle_message', '401'))
    },
  }
  const deliver = createDeliver(claimOne, sent, { settlePauseMs: 1 })
  const { done } = deliver(byDeletedKey, sweep())
  await refused.promise
  deliver(database, sweep())
  await done
  assert.equal(settled.length, 1)
})

test('a process that is about to end does not wait for a database that is down', async () => {
  const ending = new AbortController()
  const { database, settled } = outbox(mails(2))
  database.settle = () => {
    ending.abort()
    return Promise.reject(new DatabaseError('settle_message', 'unreachable'))
  }
  await createDeliver(claimOne, sent, { ending: ending.signal })(database, sweep()).done
  assert.deepEqual(settled, [])
})

test('a failed email is logged as an error with its id and the codes, and without the mail server’s words', async () => {
  lines.length = 0
  const email = sampleEmail()
  const { database } = outbox([email], 'failed')
  const codes = 'EENVELOPE RCPT TO 550'
  const error = `${codes} spam: "New lead: ${email.name}"`
  const { tally, done } = createDeliver(claimOne, () =>
    Promise.resolve({ outcome: 'rejected', error, codes }),
  )(database, sweep())
  await done
  const [line = '', ...others] = lines.splice(0)
  assert.deepEqual(others, [])
  assert.deepEqual([JSON.parse(line).event, JSON.parse(line).id], ['mail_failed', email.id])
  assert.equal(JSON.parse(line).reason, codes)
  assert.ok(!line.includes(email.email) && !line.includes(email.name))
  assert.equal(tally.failed, 1)
})

test('failed emails and emails that another worker claimed are counted as such', async () => {
  for (const [answer, key] of [
    ['pending', 'deferred'],
    [null, 'lost'],
  ] as const) {
    const { database } = outbox(mails(1), answer)
    const { tally, done } = createDeliver(claimOne, sent)(database, sweep())
    await done
    assert.equal(tally[key], 1)
  }
})
