import assert from 'node:assert/strict'
import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib'
import { describeBackup, inBackup, readBackup, restoreBackup } from '../../desk/core/backup.ts'
import { waitUntil } from '../kit/wait-until.ts'
import { createOnServer } from '../sql/create-on-server.ts'
import { storeLeads } from '../sql/find-access-faults.ts'
import { readMigrations, readProject } from '../sql/open-database.ts'
import { sampleLead } from '../sql/sample-lead.ts'
import { commandIn } from './command-in.ts'
import { openTestDatabase } from './open-test-database.ts'

const server = process.env.TEST_DATABASE_URL
const folder = mkdtempSync(path.join(tmpdir(), 'backup-'))
const file = path.join(folder, 'leads.backup')
const opened: (() => Promise<unknown>)[] = []
after(async () => {
  for (const close of opened) await close()
  rmSync(folder, { recursive: true })
})

// As on Supabase, no superuser owns the tables. This owner may not even pass by row level security.
const toOwner = `
  do $$
  declare
    statement text;
  begin
    if to_regrole('leads_owner') is null then
      create role leads_owner;
      create role backup_operator_of_tests login password 'backup';
      create role desk_operator_of_tests login password 'desk';
    end if;
    grant lead_desk to desk_operator_of_tests;
    grant lead_backup to backup_operator_of_tests;
    for statement in
      select format('alter schema %I owner to leads_owner', nspname) from pg_namespace
      where nspname in ('private', 'desk', 'backup')
      union all
      select format('alter table %s owner to leads_owner', oid::regclass) from pg_class
      where relnamespace = 'private'::regnamespace and relkind in ('r', 'v')
      union all
      select format('alter sequence %s owner to leads_owner', oid::regclass) from pg_class
      where oid = 'private.event_ids'::regclass
      union all
      select format('alter function %s owner to leads_owner', called) from private.lead_functions() where not is_door
    loop
      execute statement;
    end loop;
  end $$`

/** Opens an empty project. On a server, the commands use logins that are no superusers. */
async function openProject() {
  const migrations = (await readMigrations()).map(({ sql }) => sql)
  const database = server
    ? await createOnServer(server, [await readProject(), ...migrations, toOwner])
    : await openTestDatabase()
  opened.push(() => database.close())
  const addressOf = (login: string) => {
    const url = new URL(String(database.url))
    if (server) Object.assign(url, { username: `${login}_operator_of_tests`, password: login })
    return url.href
  }
  const query = database.query as (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  return {
    query,
    /** Does the work in a transaction, and commits it. */
    transaction: async (work: (inside: typeof query) => Promise<unknown>) =>
      'rollBackAfter' in database &&
      database.rollBackAfter(async (inside) => {
        await work(inside)
        await inside('commit')
      }),
    /** Waits until somebody waits for a lock. */
    isBlocked: () =>
      waitUntil('a lock that is waited for', 60_000, async () => {
        const [row] = await query(`select count(*)::integer as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
        return Boolean(row?.waiting)
      }),
    url: addressOf('backup'),
    deskUrl: addressOf('desk'),
    run: commandIn({ BACKUP_DB_URL: addressOf('backup'), SUPABASE_DB_URL: addressOf('desk') }),
    submit: (name: string) =>
      query('select accept_lead(gen_random_uuid(), $1, $2)', [
        sampleLead({ name, email: `${name}@example.org` }),
        { consent_text: 'I agree.\u2028"\\' },
      ]),
  }
}

/** Returns all rows of all tables, without what a restore changes: what the receiver of the webhooks is told again. */
async function rowsOf({ query }: Awaited<ReturnType<typeof openProject>>) {
  const tables = await query(`select relname as name from pg_class
    where relnamespace = 'private'::regnamespace and relkind = 'r' order by 1`)
  const all: Record<string, unknown> = {}
  for (const { name } of tables) {
    const [row] = await query(`select coalesce(jsonb_agg(line order by line), '[]') as lines
      from (select to_jsonb(stored) - 'sequence' - 'consent_told' as line from private.${name} stored) found`)
    all[String(name)] = row?.lines
  }
  const { told_leads: _, untold_changes: __, backup_lines: ___, desk_web: ____, ...kept } = all
  return kept
}

const before = await openProject()

test('a backup is one file for this user alone, and a restore brings back every row of every table', async () => {
  await storeLeads(before.query)
  await before.query('delete from private.backup_lines')
  await before.query('select run_housekeeping()')
  const kept = await rowsOf(before)
  await before.query(
    'update private.desk_members set user_id = gen_random_uuid(), factor_id = gen_random_uuid()',
  )
  await before.query(`delete from private.outbox where contents ->> 'change' = 'pinned'`)
  for (const [name, rows] of Object.entries(kept)) assert.ok((rows as unknown[]).length > 0, name)

  const done = await before.run('backup', '--out', file)
  assert.deepEqual([done.code, done.err], [0, ''])
  assert.match(done.out, /has 2 people, 3 submissions, \d+ messages and all else/)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.match((await before.run('backup', '--out', file)).err, /exists already/)

  const fresh = await openProject()
  const restored = await fresh.run('restore', file, '--no-removals')
  assert.deepEqual([restored.code, restored.err], [0, ''])
  assert.match(restored.out, /^Restored 2 people/)
  assert.deepEqual(await rowsOf(fresh), kept)
  // Who signs in there is not who signed in here, so nobody is pinned any more.
  assert.deepEqual(await fresh.query('select name from private.desk_members where factor_id is not null'), [])
  const [state] = await fresh.query(`
    select private.find_access_faults() as faults, desk.verify_lead_evidence() -> 'faults' as evidence,
      (select count(*) from private.backup_lines)::integer as lines,
      (select count(*) from pg_trigger where not tgisinternal and tgenabled <> 'O')::integer as triggers,
      (desk.lead_health() -> 'settings_lost')::text as lost`)
  assert.deepEqual(state, { faults: [], evidence: [], lines: 0, triggers: 0, lost: 'false' })
  const verified = await fresh.run('verify')
  assert.equal(verified.code, 0, verified.out)
  const again = await fresh.run('restore', file, '--no-removals')
  assert.deepEqual([again.code, /leads already. Nothing was restored/.test(again.err)], [1, true])
  assert.deepEqual(await rowsOf(fresh), kept)
})

test('whoever was erased or said stop since the backup is so again, before anybody can look', async () => {
  const old = await openProject()
  for (const name of ['ada', 'bob', 'cyd']) await old.submit(name)
  const copy = path.join(folder, 'removals.backup')
  assert.equal((await old.run('backup', '--out', copy)).code, 0)
  await old.query(`select desk.erase_lead(id) from private.leads where name = 'ada'`)
  await old.query(
    `select desk.correct_lead(id, phone => '+12015550177') from private.leads where name = 'cyd'`,
  )
  await old.query(`select private.suppress_mailbox('bob@example.org', 'unsubscribed', 'link')`)
  const list = path.join(folder, 'removals.txt')
  assert.equal((await old.run('leads', 'removals', '--out', list)).code, 0)

  const fresh = await openProject()
  assert.match((await fresh.run('restore', copy)).err, /Give --removals <file>/)
  assert.match((await fresh.run('restore', copy, '--removals', import.meta.filename)).err, /list no removal/)
  assert.deepEqual(await fresh.query('select from private.leads'), [])
  const { out, code } = await fresh.run('restore', copy, '--removals', list)
  assert.equal(code, 0)
  assert.match(out, /list 3 removals. Made again: 1 person erased, 1 correction, 1 mailbox suppressed/)
  assert.deepEqual(
    await fresh
      .query('select name, phone_e164 from private.leads order by name')
      .then((rows) => rows.map(({ name }) => name)),
    ['bob', 'cyd'],
  )
  // What is said from now on has an id beyond all that the lost database can have given.
  const [first] = await old.query(`select nextval('private.event_ids')::float as id`)
  const [next] = await fresh.query(`select nextval('private.event_ids')::float as id`)
  assert.ok(Number(next?.id) > Number(first?.id) + 1e9, `${next?.id}`)
  assert.equal((await fresh.run('verify')).code, 0)
})

test('a form that comes during a restore waits, and is stored with an id above all others', {
  skip: !server,
}, async () => {
  const fresh = await openProject()
  let form: Promise<unknown> | undefined
  await inBackup(fresh.url, 'restore', async (query) => {
    await restoreBackup(query, createReadStream(file).pipe(createGunzip()), '')
    form = fresh.submit('late')
    await fresh.isBlocked()
  })
  await form
  const rows = await fresh.query(`select name from private.lead_submissions order by event_id desc limit 1`)
  assert.deepEqual(rows, [{ name: 'late' }])
})

test('a form that is being stored when a restore begins is kept, and the restore refused', {
  skip: !server,
}, async () => {
  const fresh = await openProject()
  const form = Promise.withResolvers<void>()
  const isStored = Promise.withResolvers<void>()
  const visitor = fresh.transaction(async (query) => {
    await query('select accept_lead(gen_random_uuid(), $1)', [sampleLead({ name: 'first' })])
    isStored.resolve()
    await form.promise
  })
  await isStored.promise
  const restore = fresh.run('restore', file, '--no-removals')
  await fresh.isBlocked()
  form.resolve()
  await visitor
  assert.match((await restore).err, /leads already/)
  assert.deepEqual(await fresh.query('select name from private.leads'), [{ name: 'first' }])
})

test('a file that is cut off, changed or something else restores nothing', async () => {
  const fresh = await openProject()
  const text = gunzipSync(readFileSync(file)).toString()
  const wrong = path.join(folder, 'wrong.backup')
  const cases: [Buffer, RegExp][] = [
    [readFileSync(file).subarray(0, -20), /is no whole backup \(Z_BUF_ERROR\)/],
    [gzipSync(text.slice(0, text.lastIndexOf('end '))), /damaged or cut off/],
    [gzipSync(text.replace('example.org', 'example.net')), /damaged or cut off/],
    [gzipSync(text + text), /has more behind its end/],
    [gzipSync('hello\n'), /no backup of npm run backup/],
    [Buffer.from('hello\n'), /is no whole backup/],
  ]
  for (const [bytes, message] of cases) {
    writeFileSync(wrong, bytes)
    const { code, err } = await fresh.run('restore', wrong, '--no-removals')
    assert.equal(code, 2, `${message}`)
    assert.match(err, message)
    assert.match(err, /Nothing was restored/)
  }
  assert.match((await fresh.run('restore', 'none', '--no-removals')).err, /none cannot be read \(ENOENT\)/)
  assert.deepEqual(
    await fresh.query('select from private.leads union all select from private.backup_lines'),
    [],
  )

  await fresh.query(`alter table private.lead_notes add column colour text`)
  const { code, err } = await fresh.run('restore', file, '--no-removals')
  assert.deepEqual(
    [code, /other tables than the database.*Check out commit [0-9a-f]{40}/s.test(err)],
    [1, true],
  )
})

test('a table that gives other rows than it has ends the backup with an error', async () => {
  const { url } = before
  for (const more of [1, -1])
    await assert.rejects(
      inBackup(url, 'backup', async (query) => {
        const head = await describeBackup(query, { made_at: new Date().toISOString(), commit: '' })
        const tables = head.tables.map((table) => ({
          ...table,
          rows: table.rows + (table.name === 'leads' ? more : 0),
        }))
        await Array.fromAsync(readBackup(query, { ...head, tables }))
      }),
      { code: 'incomplete', message: /^leads has \d+ rows, but gave \d+\. No backup was made\.$/ },
    )
})

test('rows that somebody hides from the backup are an error and not a backup without them', {
  skip: !server,
}, async () => {
  const hidden = await openProject()
  await hidden.submit('ada')
  await hidden.query(`
    create policy none on private.leads using (false);
    alter table private.leads force row level security`)
  const out = path.join(folder, 'hidden.backup')
  const { code, err } = await hidden.run('backup', '--out', out)
  assert.equal(code, 2)
  assert.match(err, /query would be affected by row-level security policy for table "leads"/)
  assert.throws(() => statSync(out), { code: 'ENOENT' })
})

test('without a login for it, or with another one, the command says how to get it', async () => {
  const unset = await commandIn({})('backup', '--out', path.join(folder, 'x'))
  assert.deepEqual(
    [unset.code, unset.err.split(' (docs')[0]],
    [2, 'BACKUP_DB_URL is not set. → Run npm run setup -- backup, which makes a login for it'],
  )
  if (!server) return
  const desk = await commandIn({ BACKUP_DB_URL: before.deskUrl })('backup', '--out', path.join(folder, 'x'))
  assert.match(
    desk.err,
    /^The role in BACKUP_DB_URL may not act as lead_backup\. → Run npm run setup -- backup/,
  )
  const exchanged = await commandIn({ SUPABASE_DB_URL: before.url })('leads')
  assert.match(exchanged.err, /^The role in SUPABASE_DB_URL may not act as lead_desk\. → Set SUPABASE_DB_URL/)
  const other = Object.assign(new URL(before.url), { pathname: '/nothing' }).href
  const missing = await commandIn({ BACKUP_DB_URL: other })('backup', '--out', path.join(folder, 'x'))
  assert.match(missing.err, /^The server has no database of the name in BACKUP_DB_URL \(3D000\)\. → Run npm/)
})

test('the login gets its password only from a server that proves who it is', { skip: !server }, async () => {
  // The address 0.0.0.0 reaches the test server, which has no certificate, but is not a loopback address.
  const url = Object.assign(new URL(before.url), { hostname: '0.0.0.0' }).href
  const { code, err } = await commandIn({ BACKUP_DB_URL: url })('backup', '--out', path.join(folder, 'x'))
  assert.equal(code, 2)
  assert.match(err, /BACKUP_DB_URL does not answer/)
})
