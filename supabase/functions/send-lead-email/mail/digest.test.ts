import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestMail } from './digest.ts'

const none = { withdrawals: 0, withdrawn: [], texts: 0, received: [], undelivered: 0, returned: [] }
const eve = { lead_id: '0a', name: 'Eve', email: 'eve@example.org', phone: '+12015550123' }
const since = '2026-11-20T10:44:55.401+00:00'

test('the digest has the number of leads, who came last and how to reach them, in both parts, and no command', () => {
  const { subject, html, text } = digestMail({
    ...none,
    leads: 9900,
    since,
    newest: [
      { ...eve, name: 'Ada Lovelace' },
      { ...eve, name: 'Bob' },
    ],
  })
  assert.equal(subject, '9900 new leads, in one email')
  for (const words of [
    '9900 since 2026-11-20 10:44 UTC.',
    'Ada Lovelace',
    'Bob',
    'and 9898 more',
    '+12015550123',
    'eve@example.org',
    '/leads/0a',
  ]) {
    assert.ok(html.includes(words) && text.includes(words), words)
  }
  assert.match(html, /href="tel:\+12015550123"/)
  assert.doesNotMatch(html + text, /npm run/)
})

test('the digest tells days in the operator’s zone', () => {
  const late = '2026-11-20T23:44:55Z'
  const received = [{ sender: '+12015550123', words: 'Who is this?', received_at: late }]
  const { text } = digestMail(
    { ...none, leads: 1, since: late, newest: [eve], texts: 1, received },
    'Asia/Tokyo',
  )
  assert.deepEqual(text.match(/2026-11-2\d \d\d:\d\d [\w/]+/g), [
    '2026-11-21 08:44 Asia/Tokyo',
    '2026-11-21 08:44 Asia/Tokyo',
  ])
})

test('names are escaped, on one line, and cut', () => {
  const { html, text } = digestMail({
    ...none,
    leads: 2,
    since,
    newest: ['<b>\nx', 'y'.repeat(500)].map((name) => ({ ...eve, name })),
  })
  assert.ok(html.includes('&lt;b&gt; x') && text.includes('- <b> x, '))
  assert.ok(!text.includes('y'.repeat(201)) && !text.includes('more\n'))
})

test('the digest tells number, address and place of who withdrew their consent, and how many more, beside the leads or alone', () => {
  const withdrawals = { ...none, withdrawals: 21, withdrawn: [eve] }
  const beside = digestMail({ ...withdrawals, leads: 1, since, newest: [{ ...eve, name: 'Ada' }] })
  assert.equal(beside.subject, '1 new lead, in one email')
  assert.match(
    beside.text,
    /- Ada, .*\n\nDo not text these people any more.*:\n\n- Eve, \+12015550123, eve@example\.org, http:\/\/127\.0\.0\.1:\d+\/leads\/0a\n- and 20 more\n/,
  )
  const alone = digestMail({ ...withdrawals, leads: 0, since: null, newest: [] })
  assert.equal(alone.subject, '21 people withdrew consent to text messages')
  assert.ok(alone.html.includes('Eve') && !/SQL|More leads/.test(alone.html + alone.text))
})

test('the digest counts whom no email reaches, and says whom to call and why', () => {
  const returned = [
    { ...eve, reason: 'bounced' as const },
    { ...eve, name: 'Bob', reason: 'complained' as const },
  ]
  const { subject, html, text } = digestMail({
    ...{ ...none, leads: 0, since: null, newest: [] },
    ...{ undelivered: 22, returned },
  })
  assert.equal(subject, '22 leads cannot be reached by email')
  for (const part of [html, text]) {
    assert.ok(part.includes('call them instead'))
    assert.match(part, /Eve[\s\S]*the address does not exist[\s\S]*Bob[\s\S]*reported the email as spam/)
    assert.ok(part.includes('and 20 more'))
  }
})

test('the digest has text messages with their senders, and says so if all it was about were erased', () => {
  const received = [{ sender: '+12015550123', words: 'Who\nis this?', received_at: since }]
  const { subject, text } = digestMail({ ...none, leads: 0, since: null, newest: [], texts: 1, received })
  assert.equal(subject, '1 text message for you to read')
  assert.match(text, /- \+12015550123, 2026-11-20 10:44 UTC: Who is this\?\n/)
  const erased = digestMail({ ...none, leads: 0, since: null, newest: [] })
  assert.equal(erased.subject, 'No more text messages')
  assert.doesNotMatch(erased.text + erased.subject, /\b0 /)
})
