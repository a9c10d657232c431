import type { Query, Row, TestDatabase } from './test-database.ts'

type Claim = 'claim_mails' | 'claim_webhooks'

/** Claims due rows with the claim key of the sweep, but not more than `count`. */
export async function claim(
  { query, queryAs }: TestDatabase,
  count: number,
  name: Claim = 'claim_mails',
): Promise<Row[]> {
  const key = await readClaimKey(query)
  return queryAs('service_role', `select * from ${name}($1, claim_key => $2)`, [count, key])
}

/** Returns the key that the sweep sends when it calls the function. */
export async function readClaimKey(query: Query): Promise<string> {
  const [row] = await query('select key from lead_claim_key')
  return String(row?.key)
}
