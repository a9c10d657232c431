import { readFile } from 'node:fs/promises'
import type postgres from 'postgres'
import { readCases } from '../../kit/read-cases.ts'
import { readSchema } from '../../sql/open-database.ts'
import type { Experiment } from '../harness/experiment.ts'
import { type Figure, figure, median } from '../harness/figure.ts'
import { openSession } from '../harness/postgres.ts'

// Four months are longer than held submissions (30 days) and traces (90 days) are kept.
const full = { days: 120, leads: 1_000, bots: 1_000 }
const short = { days: 45, leads: 100, bots: 1_000 }

/**
 * Simulates months of leads and bots in a short time. The clock does not move. Instead, data that is n days old is
 * kept for n days longer.
 */
export const growth: Experiment = {
  id: 'L5',
  title: 'months of leads and bots, their tables and the slowest calls',
  needsPostgres: true,
  async run({ engine, isFull }) {
    const size = isFull ? full : short
    const url = await engine.freshDatabase()
    if (!url) throw new Error('L5 needs a Postgres')
    const sql = openSession(url)
    try {
      for (const statement of await readSchema()) await sql.unsafe(statement)
      await sql.unsafe(await readFile(new URL('grow-one-day.sql', import.meta.url), 'utf8'))
      for (let ago = size.days - 1; ago >= 0; ago -= 1) {
        await sql.unsafe('select grow_one_day($1, $2, $3)', [ago, size.leads, size.bots])
        if (ago % 7 > 0) continue
        // In production, this is done by autovacuum and by the job rebuild-search.
        await sql.unsafe('vacuum analyze')
        await sql.unsafe('reindex index concurrently private.leads_words_idx')
      }
      const [found] = await sql<{ held: number; entries: number; leads: number; faults: unknown[] }[]>`
      select verified ->> 'held' as held, (select count(*) from private.lead_seal_entries) as entries,
        (select count(*) from private.leads where email like 'lead%') as leads, verified -> 'faults' as faults
      from desk.verify_lead_evidence() verified`
      const genuine = size.days * size.leads
      return [
        figure(`days of ${size.leads} leads and ${size.bots} bots`, size.days),
        figure('faults in the evidence', found?.faults.length ?? Number.NaN, { exactly: 0 }),
        figure('leads kept', Number(found?.leads), { exactly: genuine }),
        figure('submissions sealed', Number(found?.entries), { exactly: genuine }),
        figure('bots held', Number(found?.held), { most: 31 * size.bots }),
        ...(await measureTables(sql)),
        ...(await slowestCalls(sql)),
      ]
    } finally {
      await sql.end()
    }
  },
}

type Sql = postgres.Sql

/**
 * For each table, returns the number of rows, and the size in MB including the indexes. The largest table comes
 * first.
 */
async function measureTables(sql: Sql): Promise<Figure[]> {
  await sql.unsafe('vacuum analyze')
  const tables = await sql<{ name: string; rows: number; megabytes: string }[]>`
    select relname as name, reltuples::bigint as rows, round(pg_total_relation_size(oid) / 1e6, 1) as megabytes
    from pg_class where relnamespace = 'private'::regnamespace and relkind = 'r' and reltuples > 0
    order by pg_total_relation_size(oid) desc`
  const [whole] = await sql<{ bytes: string; submissions: string }[]>`
    select pg_database_size(current_database()) as bytes, count(*) as submissions from private.lead_submissions`
  const bytes = Number(whole?.bytes)
  return [
    ...tables.map(({ name, rows, megabytes }) =>
      figure(`MB of ${name}, ${Number(rows).toLocaleString('en')} rows`, megabytes),
    ),
    figure('MB of the whole database', Math.round(bytes / 1e6)),
    figure('KiB for each submission that is stored', bytes / 1024 / Number(whole?.submissions)),
  ]
}

/**
 * Makes each call in calls.tsv many times. Returns its median time and its longest time in milliseconds. The slowest
 * call comes first.
 */
async function slowestCalls(sql: Sql): Promise<Figure[]> {
  await sql.unsafe(`update private.lead_settings set keep_held = default, keep_traces = default`)
  const [ids] = await sql`
    select id, email, (select key from private.lead_claim_key) as key,
      (select submission.id from private.lead_submissions submission where lead_id = leads.id) as submission
    from private.leads where email like 'lead%' order by created_at offset 1000 limit 1`
  const timed = []
  for (const [name = '', call = ''] of readCases(new URL('calls.tsv', import.meta.url))) {
    const text = `select ${call.replaceAll(/<(\w+)>/g, (_, id) => ids?.[id])}`
    const times: number[] = []
    for (let turn = 0; turn < (name === 'verify_lead_evidence' ? 1 : 20); turn += 1) {
      const begun = performance.now()
      await sql.unsafe(text)
      times.push(performance.now() - begun)
    }
    timed.push({ name, median: median(times), most: Math.max(...times) })
  }
  return timed
    .toSorted((one, other) => other.median - one.median)
    .map(({ name, median, most }) => figure(`ms of ${name}, at most ${most.toFixed(1)}`, median))
}
