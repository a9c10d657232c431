import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Health } from '../../supabase/functions/_shared/health.ts'
import { sourceDigest } from '../../supabase/functions/send-lead-email/source-digest.ts'
import { checkFunction, type FunctionAnswer } from './function.ts'
import { readTarget } from './target.ts'

const variables = {
  ...{ SUPABASE_URL: 'https://abcdefghijklmnopqrst.supabase.co', SUPABASE_SECRET_KEY: 'sb_secret_test' },
  SITE_URL: 'https://training.example.com',
}
const health: Health = {
  ...{ version: sourceDigest, settings: [], siteUrl: 'https://training.example.com/', senderDomain: null },
  ...{ smtp: { status: 'ok', reason: null }, database: { status: 'ok', reason: null } },
  mail: { status: 'sent', reason: null },
}
const sound = { status: 200 as number | string, error: '', health, letsAnybodyIn: false }
type Sound = Partial<NonNullable<FunctionAnswer>>

const results = (changes: Sound = {}) => checkFunction(readTarget(variables), { ...sound, ...changes })
const told = (changes: Sound) =>
  results(changes)
    .filter(({ status }) => status === 'fault')
    .map(({ check, sentence, todo }) => `${check}: ${sentence} → ${todo}`)
const without = (status: number | string, error = '') => told({ status, error, health: undefined })
const reports = (changes: Partial<Health>) => told({ health: { ...health, ...changes } })

test('a function that is right has no fault', () => {
  assert.deepEqual(
    results().filter(({ status }) => status !== 'ok'),
    [],
  )
})

test('a function that does not answer is named by what answered in its place', () => {
  const rows: [found: string[], sentence: RegExp][] = [
    [without('timeout'), /^function: SUPABASE_URL does not answer \(timeout\)/],
    [without(404), /^function: The function send-lead-email is not deployed/],
    [without(401), /^function: Supabase refuses the call .* verify_jwt is on/],
    [without(401, 'unauthorized'), /^key accepted: The function does not accept SUPABASE_SECRET_KEY/],
    [without(503, 'unavailable'), /^function: The function finds no secret key .*only legacy keys has none/],
    [without(500), /^function: The function does not start \(status 500\)/],
    [without(200), /^function: SUPABASE_URL answers, but not as this function/],
  ]
  for (const [found, sentence] of rows) {
    assert.equal(found.length, 1, found.join('\n'))
    assert.match(found.join(), sentence)
  }
})

test('each fault that the function reports is named with its remedy', () => {
  const rows: [found: string[], sentence: RegExp][] = [
    [told({ letsAnybodyIn: true }), /^key accepted: The function lets a wrong key in/],
    [reports({ version: 'older' }), /^function version: .* not of the same version .* step 6/],
    [
      reports({ settings: [{ variable: 'MAIL_FROM', fault: 'is missing' }] }),
      /^function variables: MAIL_FROM of the function is missing\. → .*step 5/,
    ],
    [
      reports({ settings: [{ variable: 'LEADS_WEBHOOK_URL', fault: 'is wrong' }] }),
      /LEADS_WEBHOOK_URL of the function .*A webhook for each lead/,
    ],
    [
      reports({ siteUrl: 'https://old.example.com/?key=1' }),
      /^same SITE_URL: SITE_URL is https:\/\/training\.example\.com\/ on the site, but https:\/\/old\.example\.com\/ in/,
    ],
    [
      reports({ database: { status: 'unavailable', reason: '42501' } }),
      /^database access: The function cannot call the database \(42501\)/,
    ],
    [reports({ smtp: { status: 'not_configured', reason: null } }), /^mail server: No email can be sent/],
    [
      reports({ smtp: { status: 'unreachable', reason: 'ETIMEDOUT' } }),
      /\(ETIMEDOUT\).*port 465 or 2525, because Supabase blocks 25 and 587/,
    ],
    [reports({ smtp: { status: 'login_refused', reason: '535' } }), /refuses the login .*percent-encoded/],
    [reports({ smtp: { status: 'no_tls', reason: 'ESOCKET' } }), /offers no valid TLS/],
    [
      reports({ mail: { status: 'failed', reason: '550' } }),
      /^test email: The test email could not be sent \(550\)/,
    ],
  ]
  for (const [found, sentence] of rows) {
    assert.equal(found.length, 1, found.join('\n'))
    assert.match(found.join(), sentence)
  }
})

test('a database that an older function cannot call is no fault of its own', () => {
  const faulty = { database: { status: 'unavailable', reason: '42883' } } as const
  assert.equal(reports({ version: 'older', ...faulty }).length, 1)
})
