import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readSchema } from '../../supabase/tests/open-database.ts'
import { sampleLead } from '../../supabase/tests/sample-lead.ts'
import { readCommands } from '../../tests/checks/documents.ts'
import { openSession } from '../harness/open-session.ts'
import { unmet } from '../harness/report.ts'

type Session = ReturnType<typeof openSession>
type Tell = (what: string, faults: string[]) => void

/** What happens before the backup, with leads that are there: seals, an erasure and views. */
const fill = `
  select count_funnel_events('[{"event": "page_viewed", "hits": 7}]');
  select begin_lead_sweep();
  delete from leads where email like 'erased%';
  select begin_lead_sweep()`

/** Backs up and restores by the commands of docs/operate.md; then restores wrongly, which has to fail or be named. */
export async function checkRestore(server: string, tell: Tell): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'restore-'))
  const [backup = '', restore = '', ...others] = readCommands()
    .filter(({ file, command }) => file === 'docs/operate.md' && /^(?:pg_dump|psql) /.test(command))
    .map(({ command }) => command)
  tell(
    'docs/operate.md has one command to back up and one to restore',
    restore && others.length === 0 ? [] : [backup],
  )
  const admin = openSession(server)
  const made: string[] = []

  /** Makes a database like that of a new project, with these statements applied. */
  async function open(statements: string[]) {
    const name = `restore_${randomUUID().slice(0, 8)}`
    await admin.unsafe(`create database ${name}`)
    made.push(name)
    const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
    const sql = openSession(url)
    for (const statement of statements) await sql.unsafe(statement)
    return { url, sql }
  }
  /** Runs a command as an operator does; gives what it says when it fails. */
  function run(command: string, url: string): string | undefined {
    const env = { ...process.env, SUPABASE_DB_URL: url }
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8' })
    return status === 0 ? undefined : `${command}: ${stderr}`
  }
  const orThrow = (fault: string | undefined) => {
    if (fault) throw new Error(fault)
  }

  const schema = await readSchema()
  const opened: Session[] = []
  try {
    const before = await open(schema)
    opened.push(before.sql)
    await before.sql`update lead_settings set double_opt_in = true, keep_submissions = '3 years'`
    for (const email of ['ada@example.org', 'bob@example.org', 'erased@example.org'])
      await before.sql`select accept_lead(gen_random_uuid(), ${before.sql.json(sampleLead({ email }))}, '{"consent_text": "I agree."}')`
    await before.sql.unsafe(fill)
    const kept = await describe(before.sql)
    orThrow(run(backup, before.url))

    const fresh = await open(schema)
    opened.push(fresh.sql)
    orThrow(run(restore, fresh.url))
    const restored = await describe(fresh.sql)
    tell('after a restore the evidence verifies, and settings, keys and counters are those of before', [
      ...unmet({ 'the same': JSON.stringify(restored) === JSON.stringify(kept) }),
      ...(kept.evidence.faults.length > 0 ? [JSON.stringify(kept.evidence.faults)] : []),
    ])
    const faults = await fresh.sql`select unnest(find_access_faults()) as fault`
    tell(
      'after a restore nobody reaches more than before',
      faults.map(({ fault }) => fault),
    )
    const mails = await fresh.sql`
      select kind, email, token is not null as has_token
      from claim_mails(9, null, (select key from lead_claim_key))
      where submission_id is not null order by email, kind`
    const wanted = ['ada', 'bob'].flatMap((name) =>
      ['owner', 'visitor'].map((kind) => `${kind} ${name}@example.org ${kind === 'visitor'}`),
    )
    tell(
      'after a restore the mails that waited go on, the visitor’s with their link',
      unmet({
        [wanted.join()]:
          mails.map((mail) => `${mail.kind} ${mail.email} ${mail.has_token}`).join() === wanted.join(),
      }),
    )
    tell('a second restore over the first changes nothing', [
      ...unmet({ 'an error': run(restore, fresh.url) !== undefined }),
      ...unmet({
        'the same': (await describe(fresh.sql)).evidence.submissions === kept.evidence.submissions,
      }),
    ])

    const whole = await open([schema[0] ?? ''])
    opened.push(whole.sql)
    run('pg_dump "$SUPABASE_DB_URL" --file=whole.sql --no-owner', before.url)
    run('psql "$SUPABASE_DB_URL" --quiet --file=whole.sql', whole.url)
    const loose = await whole.sql`select unnest(find_access_faults()) as fault`
    tell(
      'a dump of everything in a project with default grants is named',
      unmet({ faults: loose.length > 0 }),
    )

    const plain = await open(schema)
    opened.push(plain.sql)
    tell('data alone over the settings of the new project is refused, or else named', [
      ...unmet({
        'an error':
          run(
            'psql "$SUPABASE_DB_URL" --single-transaction --set=ON_ERROR_STOP=1 --file=leads.sql',
            plain.url,
          ) !== undefined,
      }),
      ...unmet({ 'no lead': (await describe(plain.sql)).evidence.submissions === 0 }),
      ...unmet({ 'no word of settings before': !(await describe(plain.sql)).are_lost }),
      ...unmet({
        'data that has stopped at settings':
          run('psql "$SUPABASE_DB_URL" --quiet --file=leads.sql', plain.url) === undefined,
      }),
      ...unmet({ 'settings that are lost': (await describe(plain.sql)).are_lost }),
    ])
  } finally {
    for (const sql of opened) await sql.end()
    for (const name of made) await admin.unsafe(`drop database ${name} with (force)`)
    await admin.end()
    rmSync(folder, { recursive: true })
  }
}

async function describe(sql: Session) {
  const [row] = await sql`
    select verify_lead_evidence() as evidence, (select to_jsonb(lead_settings) from lead_settings) as settings,
      (select key from lead_claim_key) as key, (select sum(hits)::integer from funnel_counts) as views,
      (lead_health() -> 'settings_lost')::boolean as are_lost`
  return row as unknown as {
    evidence: { faults: unknown[]; submissions: number }
    are_lost: boolean
    settings: object
    key: string
    views: number
  }
}
