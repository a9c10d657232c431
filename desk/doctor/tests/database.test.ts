import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, test } from 'node:test'
import { testSettings } from '../../../proof/harness/test-settings.ts'
import { askDatabase, type DatabaseAnswer } from '../database/ask-database.ts'
import { checkEvidence } from '../database/evidence.ts'
import { checkMigrations } from '../database/migrations.ts'
import { checkSweep } from '../database/sweep.ts'
import { checkSweepAddress } from '../database/sweep-address.ts'
import { checkWaitingMails } from '../database/waiting-mails.ts'
import { checkWaitingWebhooks } from '../database/waiting-webhooks.ts'
import type { Seen } from '../seen.ts'
import { readTarget, type Target, type Variables } from '../target.ts'
import { openHostedDatabase } from './open-hosted-database.ts'

const supabaseUrl = 'https://abc.supabase.co'
const database = await openHostedDatabase(supabaseUrl)
after(() => database.close())
const closedPort = (await testSettings()).smtpPort

const project = { SUPABASE_URL: supabaseUrl, SUPABASE_SECRET_KEY: 'sb_secret_hidden' }

const judge = (target: Target, database: DatabaseAnswer) =>
  [
    ...[checkMigrations, checkSweep, checkSweepAddress, checkWaitingMails, checkWaitingWebhooks],
    checkEvidence,
  ].flatMap((check) => check({ target, database } as Seen))

async function examineDatabase(variables: Variables) {
  const target = readTarget({ ...project, ...variables })
  return judge(target, await askDatabase(target))
}

test('a database in which all is well is said to be so', async () => {
  const results = await examineDatabase({ SUPABASE_DB_URL: database.url })
  assert.deepEqual(new Set(results.map(({ status }) => status)), new Set(['ok']))
})

/** What is broken, the SQL that breaks it, and the status and sentence that tell of it. */
const broken: [string, string, 'fault' | 'unseen', RegExp][] = [
  [
    'no list of migrations',
    'drop schema supabase_migrations cascade',
    'unseen',
    /^The database has no list of the migrations /,
  ],
  [
    'a submission that is not sealed',
    `select accept_lead(gen_random_uuid(), '{"name": "A", "email": "a@example.org", "phone": "1", "country_code": "US", "consent": true}');
    alter table lead_submissions disable trigger lead_submissions_written_once;
    update lead_submissions set created_at = now() - interval '2 hours';
    update lead_emails set status = 'sent'`,
    'fault',
    /^Of the submissions \d+ are not sealed, the oldest since /,
  ],
  [
    'a webhook that failed',
    `update lead_emails set kind = 'webhook', lane = 8, status = 'dead'
      where id = (select id from lead_emails where kind = 'owner' limit 1)`,
    'fault',
    /^1 webhook failed\.$/,
  ],
  [
    'a webhook that nobody posts',
    `update lead_emails set kind = 'webhook', lane = 7, status = 'pending', due_at = now() - interval '11 minutes'
      where id = (select id from lead_emails where kind = 'owner' limit 1)`,
    'fault',
    /^1 webhook is ten minutes overdue, /,
  ],
  ['no pg_cron', 'drop extension pg_cron cascade', 'fault', /^The database has no pg_cron, /],
  ['no job', 'delete from cron.job', 'fault', /^The sweep is not scheduled, /],
  ['a job that has not run', 'delete from cron.job_run_details', 'unseen', /^The sweep has not run yet\.$/],
  [
    'a job that stopped',
    `update cron.job_run_details set start_time = now() - interval '6 minutes'`,
    'fault',
    /^The sweep ran last at \S+, though it should each minute\.$/,
  ],
  ['no Vault', 'drop extension supabase_vault cascade', 'fault', /^The database has no Vault /],
  [
    'no project_url',
    `delete from vault.decrypted_secrets where name = 'project_url'`,
    'fault',
    /^Vault lacks project_url, /,
  ],
  ['no answer', 'delete from net._http_response', 'unseen', /^No call was answered lately; /],
  [
    'an answer that never came',
    `update net._http_response set status_code = null, error_msg = 'Timeout was reached'`,
    'fault',
    /^The last call failed at \S+ \(Timeout was reached\)\.$/,
  ],
  [
    'an answer with an error',
    'update net._http_response set status_code = 404',
    'fault',
    /^The last call failed at \S+ \(status 404\)\.$/,
  ],
]

for (const [what, sql, status, sentence] of broken) {
  test(`it names ${what}`, async () => {
    const health = await database.healthAfter(sql)
    const results = judge(readTarget(project), { kind: 'health', health })
    const found = results.filter((result) => result.status === status)
    assert.ok(
      found.some((result) => sentence.test(result.sentence)),
      JSON.stringify(results, null, 1),
    )
  })
}

const lacksHealth = /^The database lacks the migration with lead_health\(\), /

/** What keeps the database from telling, the SQL that does and undoes it, and the sentence. */
for (const [what, sql, undo, sentence] of [
  [
    'no lead_health()',
    'alter function lead_health() rename to other',
    'alter function other() rename to lead_health',
    lacksHealth,
  ],
  [
    'no schema for the desk',
    'alter schema desk rename to other',
    'alter schema other rename to desk',
    lacksHealth,
  ],
  [
    'no role for the desk',
    'alter role lead_desk rename to other',
    'alter role other rename to lead_desk',
    lacksHealth,
  ],
  [
    'a role that may not act as lead_desk',
    'set session authorization authenticated',
    'reset session authorization',
    /^The role in SUPABASE_DB_URL may not ask the database for its health\.$/,
  ],
] as const) {
  test(`it names ${what}`, async () => {
    await database.run(sql)
    const [first] = await examineDatabase({ SUPABASE_DB_URL: database.url })
    await database.run(undo)
    assert.equal(first?.status, 'fault')
    assert.match(first?.sentence ?? '', sentence)
  })
}

test('what it cannot see without an address it says once, with the way to see it', async () => {
  const [first, ...others] = await examineDatabase({})
  assert.equal(first?.status, 'unseen')
  assert.match(
    first?.sentence ?? '',
    /^SUPABASE_DB_URL is not set, so migrations, sweep and waiting mails were not/,
  )
  assert.match(first?.todo ?? '', /SUPABASE_DB_URL/)
  assert.deepEqual(new Set(others.map(({ sentence }) => sentence)), new Set(['The database did not tell.']))
})

for (const [what, url, sentence] of [
  [
    'an address of something else',
    'https://abc.supabase.co',
    /^SUPABASE_DB_URL is no address of a database; /,
  ],
  [
    'a password that is not encoded',
    'postgres://postgres:hid/den#@127.0.0.1:1/postgres',
    /^SUPABASE_DB_URL is no address of a database; /,
  ],
  [
    'a database that is not there',
    `postgres://postgres:hidden@127.0.0.1:${closedPort}/postgres`,
    /^The database at SUPABASE_DB_URL does not answer \(ECONNREFUSED\)\.$/,
  ],
  [
    'a wrong password',
    await openRefusingServer(),
    /^The database refuses the login in SUPABASE_DB_URL \(28P01\)\.$/,
  ],
] as const) {
  test(`it names ${what}, and shows no password`, async () => {
    const results = await examineDatabase({ SUPABASE_DB_URL: url })
    assert.deepEqual(results.filter(({ status }) => status === 'fault').length, 1)
    assert.match(results[0]?.sentence ?? '', sentence)
    assert.doesNotMatch(JSON.stringify(results), /hidden|hid\/den/)
  })
}

/** Refuses every password as Postgres does (https://www.postgresql.org/docs/current/protocol-error-fields.html). */
async function openRefusingServer() {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      const fields = Buffer.from(
        'SFATAL\0VFATAL\0C28P01\0Mpassword authentication failed for user "hidden"\0\0',
      )
      const head = Buffer.from([0x45, 0, 0, 0, fields.length + 4])
      socket.end(Buffer.concat([head, fields]))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => server.close())
  return `postgres://hidden:hidden@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`
}
