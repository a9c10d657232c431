import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAnswer } from '../../supabase/functions/send-lead-email/ads/meta.ts'
import { describeFailure } from '../../supabase/functions/send-lead-email/smtp-failure.ts'
import { causeOf, explainFailure, isFutile } from './failure-causes.ts'

/**
 * What a mail server may answer to the address of the recipient (RCPT TO), and the explanation that the marketer then
 * sees.
 */
const answers: [string, RegExp][] = [
  [
    '550 5.1.1 unknown',
    /mistyped or gone.* call, and correct the address on their page\. Then it can be sent/,
  ],
  ['550 5.1.10 null MX', /mistyped or gone/],
  ['550 5.1.5 valid', /does not take email for this address at the moment/],
  ['552 5.2.2 over quota', /mailbox is full/],
  ['452 4.2.2 over quota', /mailbox is full/],
  ['552 mailbox full', /mailbox is full/],
  ['550 5.2.1 disabled', /switched off/],
  ['450 4.2.1 later', /switched off/],
  ['554 5.7.1 Client host blocked using zen.spamhaus.org', /blocklist/],
  ['550 5.7.1 refused', /blocklist/],
  ['550 5.7.26 unauthenticated', /Check my domain/],
  ['550 5.7.606 banned', /policy of its own/],
  ['450 4.7.1 come back', /greylisting/],
  ['451 Greylisted, try again', /greylisting/],
  ['422 4.2.2 Greylisted, please try again in a few moments.', /greylisting/],
  ['550 5.1.8 Sender address rejected', /sender was refused/],
  ['554 5.7.1 Sender address rejected: Access denied', /sender was refused/],
  ['550 relay not permitted', /does not send for you/],
  ['550 no', /at the moment/],
  ['552 1 Requested mail action aborted, mailbox not found', /mistyped or gone/],
  ['550 No such user here', /mistyped or gone/],
  ['450 4.2.2 The email account is over quota', /mailbox is full/],
  ['550 5.4.1 Recipient address rejected: Access denied. AS(201806281)', /mistyped or gone/],
  ['550 #5.1.0 Address rejected.', /mistyped or gone/],
  ['511 sorry, no mailbox here by that name (#5.1.1 - chkuser)', /mistyped or gone/],
  ['551 User not local; please try <…>', /mistyped or gone/],
  ['554 Recipient address rejected: Relay access denied', /does not send for you/],
  // GMX says so of senders it does not trust, too.
  ['550 Requested action not taken: mailbox unavailable', /at the moment/],
  ['554 30 Sorry, your message cannot be delivered. This mailbox is disabled (554.30).', /switched off/],
  ['550 5.7.1 Recipient mailbox is full', /mailbox is full/],
  ['550 unrouteable address', /mistyped or gone/],
  ['422 The recipient’s mailbox is over its storage limit', /mailbox is full/],
  ['550 Mailbox quota exceeded', /mailbox is full/],
  [
    '550 Domain brand.example has exceeded the max emails per hour (25/25 (100%)) allowed.',
    /limit for sending/,
  ],
  ['550 5.7.1 You have reached your daily sending allowance', /limit for sending/],
  ['550 Demo domains can only be used to send emails to account owners', /still in its sandbox/],
  ['412 pending approval: recipients must share the domain', /still in its sandbox/],
]

/** An error that nodemailer throws, and the explanation that the marketer then sees. */
const failures: [object, RegExp][] = [
  ...answers.map(
    ([response, sentence]) =>
      [{ code: 'EENVELOPE', command: 'RCPT TO', response }, sentence] as [object, RegExp],
  ),
  [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553, response: '553 no' }, /sender was refused/],
  [
    {
      code: 'EENVELOPE',
      command: 'MAIL FROM',
      response: '554 5.7.1 Service unavailable; Client host blocked using bl.spamcop.net',
    },
    /blocklist/,
  ],
  [
    { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 530, response: '530 login' },
    /has to correct it/,
  ],
  [{ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, response: '535 no' }, /has to correct it/],
  [{ code: 'EMESSAGE', command: 'DATA', responseCode: 554, response: '554 5.7.1 spam' }, /for spam/],
  [
    {
      code: 'EMESSAGE',
      command: 'DATA',
      responseCode: 554,
      response:
        '554 Message rejected: Email address is not verified. The following identities failed the check',
    },
    /still in its sandbox/,
  ],
  [
    {
      code: 'EENVELOPE',
      command: 'MAIL FROM',
      responseCode: 550,
      response: '550 5.4.5 Daily user sending limit exceeded',
    },
    /limit for sending is reached/,
  ],
  [
    {
      code: 'EENVELOPE',
      command: 'MAIL FROM',
      responseCode: 550,
      response: '550 5.4.6 Unusual sending activity',
    },
    /limit for sending is reached/,
  ],
  [
    { code: 'EMESSAGE', command: 'DATA', responseCode: 552, response: '552 5.3.4 too big' },
    /refused the message/,
  ],
  [{ code: 'ESOCKET', command: 'CONN', message: 'connect ECONNREFUSED 1.2.3.4:465' }, /not reached/],
  [{ code: 'ESOCKET', command: 'CONN', message: 'self-signed certificate' }, /no secure connection/],
  [{ code: 'ETIMEDOUT', command: 'CONN', message: 'Greeting never received' }, /not reached/],
  [{ code: 'EDNS', command: 'CONN', message: 'getaddrinfo ENOTFOUND mail.example' }, /not reached/],
]

const failed = { status: 'failed', reason: 'rejected' }

for (const [thrown, sentence] of failures) {
  test(`a failed email is explained: ${Object.values(thrown).join(' ')}`, () => {
    const result = describeFailure(thrown)
    const told = explainFailure({ ...failed, kind: 'visitor', last_error: result.error })
    assert.match(told ?? '', sentence)
    const answer = result.error.replace(/^E\w+ (?:(?:MAIL FROM|RCPT TO|DATA|AUTH PLAIN) )?(?=\d)/, '')
    assert.ok(told?.endsWith(`. (${answer})`))
    assert.equal(/mistyped/.test(told ?? ''), /mistyped/.test(sentence.source))
  })
}

for (const [last_error, sentence] of [
  ['bounced: reported by postmark', /mistyped or gone.* Call instead, and correct the address/],
  ['complained: reported by ses', /as spam.* Call instead\./],
] as const) {
  test(`an email that the provider reports is explained: ${last_error}`, () => {
    assert.match(explainFailure({ ...failed, kind: 'visitor', last_error }) ?? '', sentence)
  })
}

test('a copy for a colleague whose mailbox is gone is explained by the settings', () => {
  const last_error = 'EENVELOPE RCPT TO 550 5.1.1 no such user'
  const told = explainFailure({ ...failed, kind: 'colleague', last_error })
  assert.match(told ?? '', /page Settings.*drop these copies/)
  assert.equal(causeOf({ ...failed, kind: 'colleague', last_error }).isFinal, true)
  assert.notEqual(
    causeOf({ ...failed, kind: 'colleague', last_error }).id,
    causeOf({ ...failed, kind: 'visitor', last_error }).id,
  )
})

test('a failed webhook is explained by its own address, and an unknown error stands as it is', () => {
  const explain = (last_error: string) => explainFailure({ ...failed, kind: 'webhook', last_error })
  assert.match(explain('HTTP 500') ?? '', /connected system did not take/)
  assert.match(explain('ECONNREFUSED connect') ?? '', /connected system was not reached/)
  const waiting = { ...failed, kind: 'visitor', status: 'pending', last_error: 'unexpected' }
  assert.equal(explainFailure(waiting), 'The attempt before: unexpected')
})

/** What Meta answers (tests/kit/open-meta.ts names the pages), what the marketer reads, and whether it may help to send it again. */
const metaAnswers: [status: number, error: object, told: RegExp, isFutile?: true][] = [
  [401, { code: 190, error_subcode: 463 }, /it has expired, or somebody withdrew it.*npm run setup -- meta/],
  [400, { code: 102 }, /it has expired/],
  [400, { code: 100, error_subcode: 33 }, /no dataset with this id.*compares the id/],
  [403, { code: 200, message: 'Permissions error' }, /no permission.*full control of the dataset/],
  [400, { code: 100, message: '(#100) Missing Permission' }, /no permission/],
  [400, { code: 3 }, /no permission/],
  [400, { code: 100, error_subcode: 2804003 }, /last seven days\. Sending again does not help/, true],
  [400, { code: 100, error_subcode: 2804004 }, /answer says why.*Then send it again, or drop it/],
  [400, { code: 2500 }, /answer says why/],
  [400, { code: 368 }, /broke one of its rules.*Business Support Home/],
  [429, {}, /limits how much.*nothing to do/],
  [400, { code: 80004 }, /limits how much/],
  [400, { code: 341 }, /limits how much/],
  [400, { code: 2 }, /fault is at Meta.*nothing to do/],
  [503, {}, /fault is at Meta/],
]

for (const [status, error, sentence, isLost] of metaAnswers)
  test(`a marketer learns why Meta refuses, and what to do: ${status} ${JSON.stringify(error)}`, () => {
    const answer = readAnswer(status, JSON.stringify({ error }))
    const last_error = 'error' in answer ? answer.error : ''
    const row = { ...failed, kind: 'ad', last_error }
    assert.match(explainFailure(row) ?? '', sentence)
    assert.equal(isFutile({ ...row, has_new_address: false }), isLost === true)
    // Whatever it was, a week later it is too late.
    assert.match(explainFailure({ ...row, reason: 'expired' }) ?? '', /last seven days.*META/)
    assert.equal(isFutile({ ...row, reason: 'expired', has_new_address: false }), true)
  })
