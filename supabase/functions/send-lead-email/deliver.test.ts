import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimOne, mails, outbox, sent, sweep } from '../../../tests/sql/outbox.ts'
import { sampleEmail } from '../../../tests/sql/sample-email.ts'
import { DatabaseError, type LeadEmail, type Scope } from './database.ts'
import { createDeliver } from './deliver.ts'

console.info = () => undefined
const lines: string[] = []
console.error = (line) => lines.push(line)

test('one call sends all due emails', async () => {
  const { database, settled } = outbox(mails(5))
  const { tally, done } = createDeliver(claimOne, sent)(database, sweep())
  await done
  assert.equal(settled.length, 5)
  assert.deepEqual(tally, { sent: 5, deferred: 0, failed: 0, lost: 0 })
})

test('many calls at once send one email at a time, and each email once', async () => {
  const { database, settled, due } = outbox([])
  let underWay = 0
  let most = 0
  const deliver = createDeliver(claimOne, async () => {
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise((resolve) => setTimeout(resolve, 1))
    underWay -= 1
    return { outcome: 'sent' }
  })
  const calls = mails(40).map((email) => {
    due.push(email)
    return deliver(database, sweep()).done
  })
  await Promise.all(calls)
  assert.equal(most, 1)
  assert.equal(new Set(settled).size, 40)
})

test('an email that is stored during a worker’s last look is sent', async () => {
  const { due, settled, database } = outbox([])
  const looked = Promise.withResolvers<LeadEmail[]>()
  const late = sampleEmail()
  let claims = 0
  database.claimMails = () => {
    claims += 1
    return claims === 1 ? looked.promise : Promise.resolve(due.splice(0, 1))
  }
  const deliver = createDeliver(claimOne, sent)
  const first = deliver(database, sweep())
  due.push(late)
  const second = deliver(database, sweep())
  looked.resolve([])
  await Promise.all([first.done, second.done])
  assert.deepEqual(settled, [`${late.id} sent`])
})

test('a worker claims only what its calls named, the newest first', async () => {
  const asked: Scope[] = []
  const { database } = outbox([])
  database.claimMails = (_, scope) => {
    asked.push(scope)
    return Promise.resolve([])
  }
  const deliver = createDeliver(claimOne, sent)
  const ids = Array.from({ length: 150 }, () => crypto.randomUUID())
  const calls = ids.map((id) => deliver(database, { submissions: [id] }).done)
  await Promise.all(calls)
  const [first, second, third] = asked.map((scope) => ('submissions' in scope ? scope.submissions : []))
  assert.deepEqual([first, second, third], [ids.slice(0, 1), ids.slice(50), ids.slice(1, 50)])
  await deliver(database, { claimKey: 'key' }).done
  await deliver(database, { submissions: ['last'] }).done
  assert.deepEqual(asked.slice(3), [{ claimKey: 'key' }, { submissions: ['last'] }])
})

test('the worker ends when no email is due, and the next call starts a new one', async () => {
  const { due, settled, database } = outbox(mails(1))
  const deliver = createDeliver(claimOne, sent)
  await deliver(database, sweep()).done
  due.push(sampleEmail())
  await deliver(database, sweep()).done
  assert.equal(settled.length, 2)
})

test('a process that is about to end finishes its current email and claims no other', async () => {
  const { due, settled, database } = outbox(mails(3))
  const ending = new AbortController()
  const send = () => {
    ending.abort()
    return sent()
  }
  await createDeliver(claimOne, send, { ending: ending.signal })(database, sweep()).done
  assert.equal(settled.length, 1)
  assert.equal(due.length, 2)
})

test('a failed claim ends the worker and is logged once, and the next call starts a new worker', async () => {
  const { due, settled, database } = outbox([])
  const claim = database.claimMails
  database.claimMails = () => Promise.reject(new DatabaseError('claim_mails', '57014'))
  const deliver = createDeliver(claimOne, sent)
  await deliver(database, sweep()).done
  assert.match(lines.splice(0).join(), /delivery_stopped.*claim_mails: 57014/)
  database.claimMails = claim
  due.push(sampleEmail())
  await deliver(database, sweep()).done
  assert.equal(settled.length, 1)
})

test('a fault of the code that ends the worker is logged with its place and without its message', async () => {
  lines.length = 0
  const { database } = outbox(mails(1))
  const failingSend = () => Promise.reject(new TypeError('Ada Lovelace'))
  await createDeliver(claimOne, failingSend)(database, sweep()).done
  assert.match(lines.join(), /delivery_stopped.*"unexpected TypeError at failingSend \(\S+deliver\.test\.ts:/)
  assert.doesNotMatch(lines.join(), /Ada/)
})
