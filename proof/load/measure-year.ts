import type postgres from 'postgres'
import { type Figure, figure } from '../harness/figure.ts'
import { percentile } from '../harness/percentile.ts'

type Sql = postgres.Sql

/** Gives the rows of each table and its megabytes with indexes, the largest first. */
export async function measureTables(sql: Sql): Promise<Figure[]> {
  await sql.unsafe('vacuum analyze')
  const tables = await sql<{ name: string; rows: number; megabytes: string }[]>`
    select relname as name, reltuples::bigint as rows, round(pg_total_relation_size(oid) / 1e6, 1) as megabytes
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples > 0
    order by pg_total_relation_size(oid) desc`
  const [whole] = await sql`select round(pg_database_size(current_database()) / 1e6) as megabytes`
  return [
    ...tables.map(({ name, rows, megabytes }) =>
      figure(`MB of ${name}, ${Number(rows).toLocaleString('en')} rows`, megabytes),
    ),
    figure('MB of the whole database', `${whole?.megabytes}`),
  ]
}

/** Makes each call of desk, claim and accept often; gives the ms of its median and of its slowest, the slowest first. */
export async function slowestCalls(sql: Sql): Promise<Figure[]> {
  await sql.unsafe(`update lead_settings set keep_held = default, keep_traces = default`)
  const [ids] = await sql`
    select id, email, (select key from lead_claim_key) as key,
      (select submission.id from lead_submissions submission where lead_id = leads.id) as submission
    from leads where email like 'lead%' order by created_at offset 1000 limit 1`
  const lead = `jsonb_build_object('name', 'Ada Lovelace', 'email', gen_random_uuid() || '@example.org', 'phone', '(201) 555-0123',
    'phone_e164', '+12015550123', 'country_code', 'US', 'consent', true)`
  const context = (bot: boolean) =>
    `jsonb_build_object('ip_hash', encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 'webhook', true, 'suspected_bot', ${bot})`
  const calls: Record<string, string> = {
    'accept_lead, a lead': `accept_lead(gen_random_uuid(), ${lead}, ${context(false)})`,
    'accept_lead, a bot': `accept_lead(gen_random_uuid(), ${lead}, ${context(true)})`,
    begin_lead_sweep: 'begin_lead_sweep()',
    'claim_mails by the sweep': `claim_mails(1, null, '${ids?.key}')`,
    'claim_mails by submission': `claim_mails(1, array['${ids?.submission}'::uuid])`,
    claim_webhooks: `claim_webhooks(4, null, '${ids?.key}')`,
    lead_health: 'lead_health()',
    'desk.attention': 'desk.attention()',
    'desk.list_leads, the newest': 'desk.list_leads(max_count => 1000)',
    'desk.list_leads, a search': `desk.list_leads(search => 'ada', max_count => 1000)`,
    'desk.list_leads, an address': `desk.list_leads(search => '${ids?.email}', max_count => 1000)`,
    'desk.list_leads, a campaign': `desk.list_leads(source => 'campaign:spring 3', max_count => 1000)`,
    'desk.list_leads, held': `desk.list_leads(mail_state => 'held', max_count => 1000)`,
    'desk.list_leads, dead': `desk.list_leads(mail_state => 'dead', max_count => 1000)`,
    'desk.show_lead': `desk.show_lead('${ids?.id}')`,
    'desk.list_leads, by name': `desk.list_leads(sort => 'name', max_count => 1000)`,
    'desk.list_leads, not valid': `desk.list_leads(number => 'invalid', max_count => 1000)`,
    'desk.overview, 90 days':
      'desk.overview(array(select current_date + 1 - n from generate_series(180, 0, -1) n), current_date - 89, current_date - 179, current_date - 89, current_date + 1)',
    'desk.list_origins': 'desk.list_origins()',
    'desk.funnel': 'desk.funnel()',
    'desk.variants': 'desk.variants()',
    verify_lead_evidence: 'verify_lead_evidence()',
  }
  const timed = []
  for (const [name, call] of Object.entries(calls)) {
    const times: number[] = []
    for (let turn = 0; turn < (name === 'verify_lead_evidence' ? 1 : 20); turn += 1) {
      const begun = performance.now()
      await sql.unsafe(`select ${call}`)
      times.push(performance.now() - begun)
    }
    timed.push({ name, median: percentile(times, 0.5), most: Math.max(...times) })
  }
  return timed
    .toSorted((one, other) => other.median - one.median)
    .map(({ name, median, most }) => figure(`ms of ${name}, at most ${most.toFixed(1)}`, median))
}
