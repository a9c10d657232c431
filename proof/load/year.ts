import { readSchema } from '../../supabase/tests/open-database.ts'
import type { Experiment, Harness } from '../harness/experiment.ts'
import { figure } from '../harness/figure.ts'
import { openSession } from '../harness/open-session.ts'
import { growOneDay } from './grow-one-day.ts'
import { measureTables, slowestCalls } from './measure-year.ts'

const full = { days: 365, leads: 1_000, bots: 10_000 }
const short = { days: 45, leads: 100, bots: 1_000 }

/** Lets a year of leads and bots pass. Time is moved by the settings: a day n days back is kept n days longer. */
export const year: Experiment = {
  id: 'L5',
  title: 'a year of leads and bots, its tables and its slowest calls',
  needsPostgres: true,
  run: ({ engine, isFull }) => passYear(engine, isFull ? full : short),
}

async function passYear({ freshDatabase }: Pick<Harness['engine'], 'freshDatabase'>, size: typeof full) {
  const url = await freshDatabase()
  if (!url) throw new Error('L5 needs a Postgres')
  const sql = openSession(url)
  try {
    for (const statement of await readSchema()) await sql.unsafe(statement)
    await sql.unsafe(growOneDay)
    for (let ago = size.days - 1; ago >= 0; ago -= 1) {
      await sql.unsafe('select grow_one_day($1, $2, $3)', [ago, size.leads, size.bots])
      if (ago % 7 > 0) continue
      // As autovacuum and the job rebuild-search do.
      await sql.unsafe('vacuum analyze')
      await sql.unsafe('reindex index concurrently leads_words_idx')
    }
    const [found] = await sql<{ held: number; entries: number; leads: number; faults: unknown[] }[]>`
      select verified ->> 'held' as held, (select count(*) from lead_seal_entries) as entries,
        (select count(*) from leads where email like 'lead%') as leads, verified -> 'faults' as faults
      from verify_lead_evidence() verified`
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
}
