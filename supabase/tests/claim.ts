import type { Query, Row, TestDatabase } from './test-database.ts'

type Claim = 'claim_mails' | 'claim_webhooks'

/** Claims at most this many due rows with the sweep's claim key. */
export async function claim(
  { query, queryAs }: TestDatabase,
  count: number,
  name: Claim = 'claim_mails',
): Promise<Row[]> {
  const key = await readClaimKey(query)
  return queryAs('service_role', `select * from ${name}($1, claim_key => $2)`, [count, key])
}

/** Returns the key that the sweep sends with its call. */
export async function readClaimKey(query: Query): Promise<string> {
  const [row] = await query('select key from lead_claim_key')
  return String(row?.key)
}
