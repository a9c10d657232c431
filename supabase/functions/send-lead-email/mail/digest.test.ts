import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestMail } from './digest.ts'

const none = { withdrawals: 0, withdrawn: [] }
const since = '2026-11-20T10:44:55.401+00:00'

test('the digest has the number of leads, the newest names and where to look, in both parts', () => {
  const { subject, html, text } = digestMail({ ...none, leads: 9900, since, names: ['Ada Lovelace', 'Bob'] })
  assert.equal(subject, '9900 new leads, in one email')
  for (const words of [
    '9900 since 2026-11-20 10:44 UTC.',
    'Ada Lovelace',
    'Bob',
    'and more',
    'npm run desk',
  ]) {
    assert.ok(html.includes(words) && text.includes(words), words)
  }
})

test('names are escaped, on one line, and cut', () => {
  const { html, text } = digestMail({ ...none, leads: 2, since, names: ['<b>\nx', 'y'.repeat(500)] })
  assert.ok(html.includes('&lt;b&gt; x') && text.includes('- <b> x\n'))
  assert.ok(!text.includes('y'.repeat(81)) && !text.includes('and more'))
})

test('the digest names who withdrew their consent, beside the leads or alone', () => {
  const withdrawals = { withdrawals: 21, withdrawn: ['Eve'] }
  const beside = digestMail({ leads: 1, since, names: ['Ada'], ...withdrawals })
  assert.equal(beside.subject, '1 new lead, in one email')
  assert.match(beside.text, /- Ada\n\nDo not text these people any more.*:\n\n- Eve\n- and more\n/)
  const alone = digestMail({ leads: 0, since: null, names: [], ...withdrawals })
  assert.equal(alone.subject, '21 people withdrew consent to text messages')
  assert.ok(alone.html.includes('Eve') && !/SQL|More leads/.test(alone.html + alone.text))
})
