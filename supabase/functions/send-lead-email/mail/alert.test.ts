import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alertMail } from './alert.ts'

test('the alert has the number of emails by reason, each with what to do, in both parts', () => {
  const { subject, html, text } = alertMail({ failed: 3, held: 2, overdue: 1, delayed: 1001 })
  assert.equal(subject, 'Some emails did not go out')
  for (const words of [
    '3 failed',
    '2 on hold',
    '1 overdue',
    'more than 1,000 delayed',
    'npm run desk',
    'npm run doctor',
  ]) {
    assert.ok(html.includes(words) && text.includes(words), words)
  }
  for (const part of [html, text]) assert.doesNotMatch(part, /SQL|select |update /)
})

test('a reason without emails is not in the alert', () => {
  const { html, text } = alertMail({ held: 2 })
  for (const part of [html, text]) assert.doesNotMatch(part, /\d failed|overdue|delayed/)
})

test('an alert that had to wait until nothing was left says so', () => {
  const { html, text } = alertMail({})
  for (const part of [html, text]) assert.match(part, /there is nothing left to do/)
})

test('an alert names webhooks apart from emails', () => {
  const alone = alertMail({ webhook: 2 })
  assert.equal(alone.subject, 'Some leads did not reach the connected system')
  const both = alertMail({ webhook: 2, failed: 1 })
  assert.equal(both.subject, 'Some emails did not go out')
  for (const { html, text } of [alone, both]) {
    for (const part of [html, text]) assert.match(part, /2 not taken by the connected system/)
  }
})

test('a dead sweep is the subject, whatever else waits', () => {
  for (const attention of [{ sweep: 1 }, { sweep: 1, failed: 2, webhook: 1 }]) {
    const { subject, html, text } = alertMail(attention)
    assert.equal(subject, 'The sweep is not running')
    for (const part of [html, text]) assert.match(part, /The sweep is not running[\s\S]*npm run doctor/)
  }
})
