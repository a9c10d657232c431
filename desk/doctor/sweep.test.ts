import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DatabaseAnswer, LeadHealth } from './ask-database.ts'
import { checkSweep } from './sweep.ts'
import { readTarget } from './target.ts'

const project = 'https://abcdefghijklmnopqrst.supabase.co'
const target = readTarget({ SUPABASE_URL: project, SUPABASE_SECRET_KEY: 'sb_secret_test' })
const ran = { at: '2026-11-28T09:00:00Z', late: false, error: null }
const sound = { jobs: [], last_run: ran, project_url: project, swept: { at: ran.at, overdue: false } }

const faults = (changes: Partial<LeadHealth> = {}, status = 200) =>
  checkSweep(target, {
    health: { ...sound, ...changes },
    sweep: { status, error: null },
  } as DatabaseAnswer)
    .filter((one) => one.status !== 'ok')
    .map(({ sentence }) => sentence)

test('a sweep that ran and was answered has no fault, and each that did not has one', () => {
  assert.deepEqual(faults(), [])
  assert.match(faults({ jobs: ['lead-sweep'] }).join(), /^pg_cron does not run lead-sweep as it should/)
  assert.match(faults({ last_run: { ...ran, late: true } }).join(), /^The sweep has not succeeded/)
  assert.match(faults({ swept: { at: ran.at, overdue: true } }).join(), /^No sweep has done its work/)
  assert.match(faults({}, 500).join(), /^The database called the function, which failed \(status 500\)/)
})
