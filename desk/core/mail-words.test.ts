import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeFailure } from '../../supabase/functions/send-lead-email/smtp-failure.ts'
import { explainFailure } from './mail-words.ts'

/** What nodemailer throws, and what a marketer is told. */
const failures: [object, RegExp][] = [
  [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 unknown' }, /mistyped/],
  [
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 450, response: '450 4.2.1 later' },
    /at the moment/,
  ],
  [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553, response: '553 no' }, /sender in MAIL_FROM/],
  [
    { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 530, response: '530 login' },
    /login in SMTP_URL/,
  ],
  [{ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, response: '535 no' }, /login in SMTP_URL/],
  [{ code: 'EMESSAGE', command: 'DATA', responseCode: 554, response: '554 spam' }, /refused the message/],
  [{ code: 'ESOCKET', command: 'CONN', message: 'connect ECONNREFUSED 1.2.3.4:465' }, /not reached/],
  [{ code: 'ESOCKET', command: 'CONN', message: 'self-signed certificate' }, /no safe connection/],
  [{ code: 'ETIMEDOUT', command: 'CONN', message: 'Greeting never received' }, /not reached/],
  [{ code: 'EDNS', command: 'CONN', message: 'getaddrinfo ENOTFOUND mail.example' }, /not reached/],
]

for (const [thrown, sentence] of failures) {
  test(`a failed mail is explained: ${Object.values(thrown).join(' ')}`, () => {
    const result = describeFailure(thrown)
    const told = explainFailure({ kind: 'visitor', status: 'dead', last_error: result.error })
    assert.match(told ?? '', sentence)
    assert.ok(told?.endsWith(`. (${result.error})`))
  })
}

test('a failed webhook is explained by its own address, and an unknown error stands as it is', () => {
  const explain = (last_error: string) => explainFailure({ kind: 'webhook', status: 'dead', last_error })
  assert.match(explain('HTTP 500') ?? '', /LEADS_WEBHOOK_URL did not take/)
  assert.match(explain('ECONNREFUSED connect') ?? '', /LEADS_WEBHOOK_URL was not reached/)
  const waiting = { kind: 'visitor', status: 'pending', last_error: 'unexpected' }
  assert.equal(explainFailure(waiting), 'The attempt before: unexpected')
})
