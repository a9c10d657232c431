import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testSettings } from '../../../proof/harness/test-settings.ts'
import type { Health } from '../../../supabase/functions/_shared/health.ts'
import { checkAnswer } from '../function/answer.ts'
import { askWithKey, askWithWrongKey } from '../function/ask-function.ts'
import { checkDatabaseAccess } from '../function/database-access.ts'
import { checkMail } from '../function/mail.ts'
import { checkFunctionSettings } from '../function/settings.ts'
import { checkWrongKey } from '../function/wrong-key.ts'
import type { Check, Seen } from '../seen.ts'
import { checkSender } from '../sender/check-sender.ts'
import { readTarget } from '../target.ts'
import { openStub } from './open-stub.ts'
import { soundHealth } from './sound-health.ts'

const stub = await openStub()
after(() => stub.close())
const closed = `http://127.0.0.1:${(await testSettings()).functionPort}`
const checks: Check[] = [checkAnswer, checkWrongKey, checkFunctionSettings, checkDatabaseAccess, checkMail]

/** Asks the stub as the function at SUPABASE_URL; returns what the checks of the function find. */
async function examineFunction(supabaseUrl = stub.url) {
  const target = readTarget({ SUPABASE_URL: supabaseUrl, SUPABASE_SECRET_KEY: 'sb_secret_hidden' })
  const [answer, answerToWrongKey] = [await askWithKey(target), await askWithWrongKey(target)]
  const seen = { target, answer, answerToWrongKey } as Seen
  return (await Promise.all(checks.map((check) => check(seen)))).flat()
}

const answer = (status: number, body: string) => () => {
  Object.assign(stub.served, { status, body })
  return stub.url
}

// The stub lets the wrong key in as well.
const letsIn = 'The function lets a wrong key in, so anybody can store leads and have mails sent.'

/** What is broken, how, and the sentences that say so. */
const broken: [string, () => string, ...string[]][] = [
  ['nobody at SUPABASE_URL', () => closed, 'SUPABASE_URL does not answer (ECONNREFUSED).'],
  // Answers of the platform: https://supabase.com/docs/guides/functions/error-codes
  [
    'no function',
    answer(404, '{"code":"NOT_FOUND","message":"Requested function was not found"}'),
    'The function send-lead-email is not deployed at SUPABASE_URL.',
  ],
  [
    'a function that does not start',
    answer(503, '{"code":"BOOT_ERROR","message":"Function failed to start"}'),
    'The function does not start (status 503).',
  ],
  [
    'verify_jwt',
    answer(401, '{"code":"UNAUTHORIZED_NO_AUTH_HEADER","message":"Missing authorization header"}'),
    'Supabase refuses the call before the function sees it, because verify_jwt is on.',
  ],
  [
    'another server',
    answer(200, '<!doctype html>'),
    'SUPABASE_URL answers, but not as this function (status 200).',
  ],
  [
    'a function of before this command',
    answer(400, '{"error":"invalid_lead"}'),
    'The deployed function is so old that it cannot tell its health.',
  ],
  [
    'a project without a secret key',
    answer(503, '{"error":"unavailable"}'),
    'The function finds no secret key in its project, so it refuses every lead.',
  ],
  [
    'a key of another project',
    answer(401, '{"error":"unauthorized"}'),
    'The function does not accept SUPABASE_SECRET_KEY.',
  ],
]

for (const [what, breakIt, ...sentences] of broken) {
  test(`it names ${what}, and nothing else`, async () => {
    const results = await examineFunction(breakIt())
    const found = results.filter(({ status }) => status === 'fault').map(({ sentence }) => sentence)
    assert.deepEqual(found, sentences)
  })
}

/** What the function tells of itself, and the sentences that say so. */
const told: [string, Partial<Health>, ...string[]][] = [
  ['a function in which all is well', {}],
  [
    'another version',
    { version: 'older' },
    'The deployed function is of another version than these sources.',
  ],
  [
    'malformed settings',
    {
      settings: [
        { variable: 'SMTP_URL', fault: 'must be smtp://host:port or smtps://host:port' },
        { variable: 'SITE_URL', fault: 'must be an http(s) address' },
      ],
      smtp: { status: 'not_configured', reason: null },
      mail: { status: 'failed', reason: 'the settings are wrong' },
    },
    'SMTP_URL of the function must be smtp://host:port or smtps://host:port.',
    'SITE_URL of the function must be an http(s) address.',
    'No mail can be sent, because SMTP_URL is missing or malformed.',
    'The test mail could not be sent (the settings are wrong).',
  ],
  [
    'a mail server that is not there',
    { smtp: { status: 'unreachable', reason: 'ESOCKET CONN' }, mail: null },
    'The mail server in SMTP_URL cannot be reached (ESOCKET CONN).',
  ],
  [
    'a mail server that refuses the login',
    { smtp: { status: 'login_refused', reason: 'EAUTH AUTH PLAIN 535' }, mail: null },
    'The mail server refuses the login in SMTP_URL (EAUTH AUTH PLAIN 535).',
  ],
  [
    'a mail server without valid TLS',
    { smtp: { status: 'no_tls', reason: 'ETLS' }, mail: null },
    'The mail server in SMTP_URL offers no valid TLS (ETLS).',
  ],
  [
    'a mail server that refuses the owner',
    { mail: { status: 'failed', reason: 'EENVELOPE RCPT TO 550' } },
    'The test mail could not be sent (EENVELOPE RCPT TO 550).',
  ],
  [
    'no database',
    { database: { status: 'unavailable', reason: 'claim_lead_emails: unreachable' } },
    'The function cannot call the database (claim_lead_emails: unreachable), so it refuses every lead.',
  ],
]

for (const [what, changes, ...sentences] of told) {
  test(`of ${what} it names ${sentences.length === 0 ? 'nothing' : 'that alone'}`, async () => {
    const results = await examineFunction(answer(200, JSON.stringify(soundHealth(changes)))())
    const found = results.filter(({ status }) => status === 'fault').map(({ sentence }) => sentence)
    assert.deepEqual(
      found.filter((sentence) => sentence !== letsIn),
      sentences,
    )
  })
}

test('a function that lets a wrong key in is named', async () => {
  const results = await examineFunction(answer(200, JSON.stringify(soundHealth()))())
  assert.deepEqual(
    results.filter(({ status }) => status === 'fault').map(({ sentence }) => sentence),
    [letsIn],
  )
})

test('the records of the sample sender are nobody’s fault on this machine', async () => {
  const target = readTarget({ SUPABASE_URL: stub.url, SUPABASE_SECRET_KEY: 'sb_secret_hidden' })
  const health = soundHealth({ senderDomain: 'example.com' })
  const results = await checkSender({ target, answer: { kind: 'health', health } } as Seen)
  assert.equal(results.length, 3)
  for (const { check, status, sentence } of results)
    assert.deepEqual([status, sentence], ['unseen', 'MAIL_FROM is the sample sender at example.com.'], check)
})
