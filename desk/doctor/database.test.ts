import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { metaVersion } from '../../supabase/functions/send-lead-email/ads/meta.ts'
import type { LeadHealth } from './ask-database.ts'
import { checkDatabase } from './database.ts'
import { readTarget } from './target.ts'

const target = readTarget({
  ...{ SUPABASE_URL: 'https://abcdefghijklmnopqrst.supabase.co', SUPABASE_SECRET_KEY: 'sb_secret_test' },
})
const applied = readdirSync(new URL('../../supabase/migrations/', import.meta.url))
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.split('_')[0] ?? '')
const none = { pending: 0, overdue: 0, delayed: 0, failed: 0, held: 0, oldest: null }
const sound: LeadHealth = {
  ...{ mails: none, webhooks: none, invalid_indexes: [], failed_steps: [], failed_jobs: [] },
  evidence: {
    unsealed: 0,
    unsealed_since: null,
    late: false,
    keep_submissions: '3 years',
    keep_traces: null,
  },
  ...{ swept: null, resting_receiver: null, booking_silence: null, tells_ads: false, access: [], empty: [] },
  ...{ settings_lost: false, secret_changed: false, migrations: applied, jobs: [], last_run: null },
  project_url: null,
}
const day = (offset: number) => new Date(Date.parse(metaVersion.endsOn) + offset * 86_400_000)
const results = (changes: Partial<LeadHealth> = {}, now = day(-365)) =>
  checkDatabase(target, { health: { ...sound, ...changes }, sweep: undefined }, now)
const faults = (changes: Partial<LeadHealth>, now?: Date) =>
  results(changes, now)
    .filter(({ status }) => status === 'fault')
    .map(({ check, sentence, todo }) => `${check}: ${sentence} → ${todo}`)

test('a database that is right has no fault, and says how long it keeps what', () => {
  assert.deepEqual(
    results().filter(({ status }) => status !== 'ok'),
    [],
  )
  const evidence = results().find(({ check }) => check === 'evidence')
  assert.match(
    `${evidence?.sentence}`,
    /Submissions are kept for 3 years, IP address hashes and user agents for ever\./,
  )
})

test('each fault of the database is named once, with its remedy', () => {
  const at = '2026-11-28T09:00:00Z'
  const rows: [found: string[], sentence: RegExp][] = [
    [
      faults({ migrations: applied.slice(1) }),
      /^migrations: The database lacks 1 of \d+ migrations, the first \d+/,
    ],
    [faults({ migrations: [...applied, '99991231'] }), /^migrations: .*do not know, the last 99991231/],
    [
      faults({ access: ['a', 'b', 'c', 'd'] }),
      /^access: The rights are wrong: a; b; c, and 1 more\. → .*select private\.secure_leads\(\)/,
    ],
    [faults({ empty: ['lead_settings'] }), /insert into private\.lead_settings default values/],
    [faults({ settings_lost: true }), /^settings: The settings are younger than the evidence/],
    [faults({ secret_changed: true }), /^settings: The secret by which mailboxes .*get emails again/],
    [faults({ invalid_indexes: ['a_idx'] }), /^indexes: .*reindex index private\.a_idx/],
    [faults({ invalid_indexes: ['a_idx_ccnew1'] }), /^indexes: .*drop index private\.a_idx_ccnew1/],
    [faults({ failed_steps: ['seal'] }), /^housekeeping: Of the sweep, seal failed .*private\.failing_steps/],
    [
      faults({ failed_jobs: [{ job: 'lead-x', at, error: 'deadlock' }] }),
      /^housekeeping: The job lead-x failed at .* \(deadlock\)\. → .*private\.schedule_lead_sweep/,
    ],
    [
      faults({ mails: { ...none, overdue: 2, delayed: 1, oldest: at } }),
      /^waiting emails: 3 emails should have gone long ago/,
    ],
    [
      faults({ webhooks: { ...none, overdue: 1, oldest: at } }),
      /^waiting emails: 1 webhook should have gone .*LEADS_WEBHOOK_SECRET/,
    ],
    [
      faults({
        resting_receiver: { fault: '302', until: at },
        webhooks: { ...none, overdue: 1, oldest: at },
      }),
      /receiver gets no posts until .*\(302\)/,
    ],
    [faults({ resting_receiver: { fault: '410', until: null } }), /receiver answered 410: it is gone/],
    [
      faults({ evidence: { ...sound.evidence, late: true, unsealed: 4, unsealed_since: at } }),
      /^evidence: 4 submissions are not sealed/,
    ],
    [faults({ booking_silence: at }), /^calendar: Visitors have pressed the link/],
    [
      faults({ tells_ads: true }, day(-89)),
      /^Meta: Meta takes v[\d.]+ of its API only until .*npm run update/,
    ],
  ]
  for (const [found, sentence] of rows) {
    assert.equal(found.length, 1, found.join('\n'))
    assert.match(found.join(), sentence)
  }
})

test('Meta’s version matters only to those who tell Meta, and 90 days before its end', () => {
  assert.deepEqual(faults({ tells_ads: true }, day(-91)), [])
  assert.deepEqual(faults({ tells_ads: false }, day(1)), [])
})

test('emails that failed or are on hold are no fault of the database, and are counted', () => {
  const found = results({ mails: { ...none, pending: 1, failed: 2, held: 3 } })
  const waiting = found.find(({ check }) => check === 'waiting emails')
  assert.equal(waiting?.status, 'ok')
  assert.match(
    `${waiting?.sentence}`,
    /^1 email or webhooks wait, none for long\. At the desk, 2 that failed and 3 on hold/,
  )
})
