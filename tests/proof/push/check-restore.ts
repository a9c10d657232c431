import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readCommands } from '../../checks/documents.ts'
import { createOnServer } from '../../sql/create-on-server.ts'
import { readSchema } from '../../sql/open-database.ts'
import { sampleLead } from '../../sql/sample-lead.ts'
import type { TestDatabase } from '../../sql/test-database.ts'
import { type Figure, noneOf, unmet } from '../harness/figure.ts'

/** Before the backup, these statements add seals, an erasure and page views. */
const fill = `
  select count_funnel_events('[{"event": "page_viewed", "hits": 7}]');
  select run_housekeeping();
  delete from private.leads where email like 'erased%';
  select run_housekeeping()`

/**
 * Backs up and restores the data with the commands from docs/operate.md. Then it tries some wrong ways to restore,
 * which must fail or be reported.
 */
export async function checkRestore(server: string): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'restore-'))
  const [backup = '', restore = '', ...others] = readCommands()
    .filter(({ file, command }) => file === 'docs/operate.md' && /^(?:pg_dump|psql) /.test(command))
    .map(({ command }) => command)
  /** Runs a command in the same way as an operator. If the command fails, it returns the output. */
  function run(command: string, { url }: TestDatabase): string[] {
    const env = { ...process.env, SUPABASE_DB_URL: url }
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8' })
    return status === 0 ? [] : [`${command}: ${stderr}`]
  }

  const schema = await readSchema()
  // Each project has keys of its own, so it also needs a template of its own.
  const open = (project: string) => createOnServer(server, [...schema, `select '${project}'`])
  await using before = await open('before')
  await before.query(`update private.lead_settings set double_opt_in = true, keep_submissions = '3 years'`)
  for (const email of ['ada@example.org', 'bob@example.org', 'erased@example.org'])
    await before.query(`select accept_lead(gen_random_uuid(), $1, '{"consent_text": "I agree."}')`, [
      sampleLead({ email }),
    ])
  await before.query(fill)
  const kept = await describe(before)

  await using fresh = await open('fresh')
  const failed = [...run(backup, before), ...run(restore, fresh)]
  if (failed.length > 0) return [noneOf('failures of the commands of docs/operate.md', failed)]
  const restored = await describe(fresh)
  const access = await fresh.query('select unnest(private.find_access_faults()) as fault')
  const mails = await fresh.query(`
    select kind || ' ' || email || ' ' || (token is not null) as mail
    from claim_mails(9, null, (select key from private.lead_claim_key))
    where submission_id is not null order by email, kind`)
  const waiting =
    'owner ada@example.org false,visitor ada@example.org true,owner bob@example.org false,visitor bob@example.org true'
  const second = run(restore, fresh)
  const afterSecond = await describe(fresh)

  await using plain = await open('plain')
  // In production, the new project is younger than the leads. Here it is a copy of a template, which may be older.
  await plain.query('update private.lead_settings set created_at = now()')
  const psql = 'psql "$SUPABASE_DB_URL" --quiet --file=leads.sql'
  const atOnce = run(`${psql} --single-transaction --set=ON_ERROR_STOP=1`, plain)
  const unchanged = await describe(plain)
  const goingOn = run(psql, plain)
  const partly = await describe(plain)
  rmSync(folder, { recursive: true })
  return [
    noneOf('commands of docs/operate.md beside the two', others),
    noneOf('faults of the evidence after a restore', restored.evidence.faults.map(String)),
    noneOf(
      'settings, keys and counters that are not those of before',
      unmet({ 'the same': JSON.stringify(restored) === JSON.stringify(kept) }),
    ),
    noneOf(
      'rights that a restore adds',
      access.map(({ fault }) => String(fault)),
    ),
    noneOf(
      'waiting mails that do not go on, the visitor’s with their link',
      unmet({ [waiting]: `${mails.map(({ mail }) => mail)}` === waiting }),
    ),
    noneOf(
      'changes by a second restore over the first',
      unmet({
        'an error': second.length > 0,
        'the same leads': afterSecond.evidence.submissions === kept.evidence.submissions,
      }),
    ),
    noneOf(
      'data alone over the settings of a new project that is neither refused nor named',
      unmet({
        'an error': atOnce.length > 0,
        'no lead': unchanged.evidence.submissions === 0,
        'no word of settings before': !unchanged.are_lost,
        'data that has stopped at settings': goingOn.length === 0,
        'settings that are lost': partly.are_lost,
      }),
    ),
  ]
}

async function describe({ query }: TestDatabase) {
  const [row] = await query(`
    select desk.verify_lead_evidence() as evidence, (select to_jsonb(lead_settings) from private.lead_settings) as settings,
      (select key from private.lead_claim_key) as key, (select sum(hits)::integer from private.funnel_counts) as views,
      (desk.lead_health() -> 'settings_lost')::boolean as are_lost`)
  return row as { evidence: { faults: unknown[]; submissions: number }; are_lost: boolean }
}
