import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../../tests/open-database.ts'
import { sampleLead } from '../../../tests/sample-lead.ts'
import { alertMail } from './alert.ts'

test('the alert has the number of mails by reason, each with what to do, in both parts', () => {
  const { subject, html, text } = alertMail({ dead: 3, held: 2, overdue: 1, delayed: 1001 })
  assert.equal(subject, 'Some mails did not go out')
  for (const words of [
    '3 failed',
    '2 held back',
    '1 overdue',
    'more than 1,000 delayed',
    'select desk.requeue_messages();',
    'npm run doctor',
  ]) {
    assert.ok(html.includes(words) && text.includes(words), words)
  }
  assert.ok(text.includes("select desk.requeue_messages('held');"))
  assert.ok(text.includes("set status = 'skipped' where status = 'held';"))
})

test('a reason without mails is not in the alert', () => {
  const { html, text } = alertMail({ held: 2 })
  for (const part of [html, text]) assert.doesNotMatch(part, /\d failed|overdue|delayed/)
})

test('an alert that had to wait until nothing was left says so', () => {
  const { html, text } = alertMail({})
  for (const part of [html, text]) assert.match(part, /there is nothing left to do/)
})

test('an alert names webhooks apart from mails', () => {
  const alone = alertMail({ webhook: 2 })
  assert.equal(alone.subject, 'Some leads did not reach your system')
  const both = alertMail({ webhook: 2, dead: 1 })
  assert.equal(both.subject, 'Some mails did not go out')
  for (const { html, text } of [alone, both]) {
    for (const part of [html, text]) assert.match(part, /2 not taken by the webhook/)
  }
})

test('the line that drops mails or webhooks drops those that it is about and no other', async () => {
  await using database = await openDatabase()
  for (const status of ['pending', 'dead', 'held']) {
    const id = crypto.randomUUID()
    const context = { webhook: true }
    await database.query('select accept_lead($1, $2, $3)', [id, sampleLead(), context])
    await database.query('update outbox set status = $2 where submission_id = $1', [id, status])
  }
  for (const [reason, dropped] of [
    ['dead', ['dead owner', 'dead visitor']],
    ['held', ['held owner', 'held visitor', 'held webhook']],
    ['webhook', ['dead webhook', 'pending webhook']],
  ] as const) {
    const line = alertMail({ [reason]: 1 }).text.match(/^update .*;$/m)?.[0]
    assert.ok(line, reason)
    const changed = await database.rollBackAfter(async (query) => {
      await query('create temporary table before on commit drop as select id, status, kind from outbox')
      await query(line)
      return query(
        `select before.status || ' ' || before.kind as row from before join outbox now using (id)
        where now.status = 'skipped' and before.status <> 'skipped' order by 1`,
      )
    })
    assert.deepEqual(
      changed.map(({ row }) => row),
      dropped,
      reason,
    )
  }
})
