import { readdirSync } from 'node:fs'
import { metaVersion } from '../../supabase/functions/send-lead-email/ads/meta.ts'
import { inEditor, migrate } from '../core/desk-error.ts'
import { counted } from '../core/figures.ts'
import type { DatabaseAnswer, LeadHealth } from './ask-database.ts'
import { type Fault, judge, type Result, unseen } from './result.ts'
import type { Target } from './target.ts'

const parts = [
  'access',
  'settings',
  'indexes',
  'housekeeping',
  'waiting emails',
  'evidence',
  'calendar',
  'Meta',
]

export function checkDatabase(target: Target, answer: DatabaseAnswer, now = new Date()): Result[] {
  if ('silent' in answer) return [...answer.silent, ...unseen(parts, 'The database did not say.')]
  const {
    access,
    empty,
    settings_lost: areSettingsLost,
    secret_changed: isSecretChanged,
    evidence,
  } = answer.health
  const kept = `Submissions are kept ${span(evidence.keep_submissions)}, IP address hashes and user agents ${span(evidence.keep_traces)}.`
  return [
    ...checkMigrations(answer.health),
    ...judge(
      'access',
      'Nobody but the function and the desk reaches the leads.',
      access.length > 0 &&
        `The rights are wrong: ${access.slice(0, 3).join('; ')}${access.length > 3 ? `, and ${access.length - 3} more` : ''}. → ${inEditor(target, 'select private.secure_leads()')}`,
    ),
    ...judge(
      'settings',
      'The database has its settings.',
      ...empty.map(
        (table): Fault =>
          `The table ${table} has lost its row. → ${inEditor(target, `insert into private.${table} default values`)}`,
      ),
      areSettingsLost &&
        `The settings are younger than the evidence: a restore left yours out, so double opt-in and retention are those of a new project. → Set in lead_settings what you had set; then ${inEditor(target, `update private.lead_settings set created_at = '-infinity'`)}`,
      isSecretChanged &&
        `The secret by which mailboxes are recognised is younger than a No more emails: a restore left yours out, so such mailboxes get emails again. → Take the row of private.mailbox_secret from the backup. If it is lost: ${inEditor(target, `update private.mailbox_secret set created_at = '-infinity'`)}`,
    ),
    ...judge(
      'indexes',
      'All indexes are valid.',
      ...answer.health.invalid_indexes.map(
        (index): Fault =>
          `The index ${index} is invalid: a reindex was cancelled. → ${inEditor(target, `${/_cc(new|old)\d*$/.test(index) ? 'drop' : 'reindex'} index private.${index}`)}`,
      ),
    ),
    ...checkHousekeeping(target, answer.health),
    ...checkWaiting(target, answer.health),
    ...judge(
      'evidence',
      `Every submission of more than an hour ago is sealed. ${kept}`,
      evidence.late &&
        `${evidence.unsealed} submissions are not sealed, the oldest since ${evidence.unsealed_since}. → Fix the faults shown for the sweep; if that is ok, the log of the database says why`,
    ),
    ...judge(
      'calendar',
      'The link to the calendar is not pressed in vain.',
      answer.health.booking_silence != null &&
        `Visitors have pressed the link to the calendar since ${answer.health.booking_silence}, and the calendar has said nothing. Perhaps nobody booked. → Book a call yourself and see whether your page at the desk shows it. If it does not: npm run setup -- calendar`,
    ),
    ...judge(
      'Meta',
      'Meta takes the version of its API that these sources use.',
      metaFault(answer.health, now),
    ),
  ]
}

const dayMs = 86_400_000

/** Meta ends each version of its API on a day announced two years before. */
const metaFault = ({ tells_ads: isOn }: LeadHealth, now: Date): Fault | false =>
  isOn === true &&
  Date.parse(metaVersion.endsOn) - now.getTime() < 90 * dayMs &&
  `Meta takes ${metaVersion.name} of its API only until ${metaVersion.endsOn}. → Update these sources: npm run update`

const span = (interval: string | null) => (interval === null ? 'for ever' : `for ${interval}`)

function checkMigrations({ migrations }: LeadHealth): Result[] {
  if (!migrations)
    return unseen(
      'migrations',
      'The database has no list of the migrations that were applied.',
      'Apply the migrations by the CLI (docs/deploy.md, step 3), which keeps the list',
    )
  const folder = new URL('../../supabase/migrations/', import.meta.url)
  const here = readdirSync(folder).flatMap((name) => /^(\d+)_.*\.sql$/.exec(name)?.[1] ?? [])
  const missing = here.filter((version) => !migrations.includes(version)).sort()
  const unknown = migrations.filter((version) => !here.includes(version)).sort()
  return judge(
    'migrations',
    `All ${here.length} migrations are applied.`,
    missing.length > 0 &&
      `The database lacks ${missing.length} of ${here.length} migrations, the first ${missing[0]}. → ${migrate}`,
    unknown.length > 0 &&
      `The database has migrations that these sources do not know, the last ${unknown.at(-1)}. → Update your copy of the sources before you change anything`,
  )
}

/** The last try of each step and job counts. */
function checkHousekeeping(target: Target, { failed_steps: steps, failed_jobs: jobs }: LeadHealth): Result[] {
  return judge(
    'housekeeping',
    'The last run of each scheduled job of the database succeeded.',
    steps.length > 0 &&
      `Of the sweep, ${steps.join(' and ')} failed when last tried; the other steps are done. → The sweep tries again each minute. If it keeps failing, see why: ${inEditor(target, 'select * from private.failing_steps()')}`,
    ...(jobs ?? []).map(
      ({ job, at, error }): Fault =>
        `The job ${job} failed at ${at}${error ? ` (${error})` : ''}. → Repair what the error names, and schedule the job again. ${inEditor(target, 'select private.schedule_lead_sweep()')}`,
    ),
  )
}

/** Leaves out failed and held messages, which the desk reports. */
function checkWaiting(target: Target, { mails, webhooks, resting_receiver: resting }: LeadHealth): Result[] {
  const late = (noun: string, { overdue, delayed, oldest }: typeof mails, todo: string): Fault | false =>
    overdue + delayed > 0 &&
    `${counted(overdue + delayed, noun)} should have gone long ago, the oldest queued at ${oldest}. → ${todo}`
  const [pending, failed, held] = [
    mails.pending + webhooks.pending,
    mails.failed + webhooks.failed,
    mails.held,
  ]
  const inDesk =
    failed + held > 0 ? ` At the desk, ${failed} that failed and ${held} on hold wait for you.` : ''
  return judge(
    'waiting emails',
    `${pending > 0 ? `${counted(pending, 'email')} or webhooks wait, none for long.` : 'No email is waiting.'}${inDesk}`,
    late(
      'email',
      mails,
      'Fix the faults shown for the mail server and the sweep; they are then sent automatically, within an hour',
    ),
    resting?.until != null &&
      `The webhook's receiver gets no posts until ${resting.until}, because it does not accept them (${resting.fault}). → Give the webhook the address of a receiver that answers 2xx itself (docs/deploy.md, “A webhook for each lead”). A script of Google answers 302, so put a service between. If the same address takes posts now: ${inEditor(target, 'delete from private.webhook_receivers')}`,
    resting?.until === null &&
      `The webhook's receiver answered 410: it is gone, and gets no more posts. → Give the webhook another address or end it (docs/deploy.md, “A webhook for each lead”). If the same address takes posts again: ${inEditor(target, 'delete from private.webhook_receivers')}`,
    // A resting receiver is named already.
    !resting &&
      late(
        'webhook',
        webhooks,
        `Look at the page Emails of the desk, and fix the faults shown for LEADS_WEBHOOK_URL, LEADS_WEBHOOK_SECRET and the sweep; they are then posted automatically. If you ended the webhook: ${inEditor(target, `update private.outbox set status = 'cancelled', reason = 'dropped' where kind = 'webhook' and status = 'pending'`)}`,
      ),
  )
}
