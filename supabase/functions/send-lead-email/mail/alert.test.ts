import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alertMail } from './alert.ts'

test('the alert has the number of mails by reason, each with what to do, in both parts', () => {
  const { subject, html, text } = alertMail({ dead: 3, held: 2, overdue: 1 })
  assert.equal(subject, 'Some mails did not go out')
  for (const words of [
    '3 failed',
    '2 held back',
    '1 overdue',
    'select desk.requeue_lead_emails();',
    'npm run doctor',
  ]) {
    assert.ok(html.includes(words) && text.includes(words), words)
  }
  assert.ok(text.includes("select desk.requeue_lead_emails('held');"))
  assert.ok(text.includes("set status = 'skipped' where status = 'held';"))
})

test('a reason without mails is not in the alert', () => {
  const { html, text } = alertMail({ held: 2 })
  for (const part of [html, text]) assert.doesNotMatch(part, /\d failed|overdue/)
})

test('webhooks alone are told as such, and beside mails in a part of their own', () => {
  const alone = alertMail({ webhook: 2 })
  assert.equal(alone.subject, 'Some leads did not reach your system')
  const both = alertMail({ webhook: 2, dead: 1 })
  assert.equal(both.subject, 'Some mails did not go out')
  for (const { html, text } of [alone, both]) {
    for (const part of [html, text]) assert.match(part, /2 not taken by the webhook/)
  }
})
