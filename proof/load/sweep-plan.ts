import type { Chain } from '../harness/chain.ts'

/** The plans of what a sweep runs when nothing is due: the statements of begin_lead_sweep, as stored. */
export async function sweepPlan(chain: Pick<Chain, 'query'>): Promise<string> {
  const [row] = await chain.query<{ prosrc: string }>(
    `select prosrc from pg_proc where proname = 'begin_lead_sweep'`,
  )
  const statements = (row?.prosrc ?? '').split(';').filter((statement) => statement.trim())
  const plans: string[] = []
  for (const statement of statements) {
    const lines = await chain.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${statement}`)
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'))
  }
  return plans.join('\n')
}
