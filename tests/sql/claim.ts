import type { Query, Row, TestDatabase } from './test-database.ts'

type Claim = 'claim_mails' | 'claim_webhooks'

/** Writes the general emails and then claims due rows, as a sweep does, but not more than `count`. */
export async function claim(
  { query, queryAs }: TestDatabase,
  count: number,
  name: Claim = 'claim_mails',
): Promise<Row[]> {
  const key = await readClaimKey(query)
  await query('select close_digests(), write_contents()')
  return queryAs('service_role', `select * from ${name}($1, claim_key => $2)`, [count, key])
}

/** Returns the key that the sweep sends when it calls the function. */
export async function readClaimKey(query: Query): Promise<string> {
  const [row] = await query('select key from lead_claim_key')
  return String(row?.key)
}
