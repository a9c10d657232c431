/** Runs SQL as superuser through the local gateway and gives the rows; throws the database's error. */
export async function queryDatabase<Row>(
  { gatewayUrl, secretKey }: { gatewayUrl: string; secretKey: string },
  query: string,
  parameters?: unknown[],
): Promise<Row[]> {
  const headers = { apikey: secretKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ query, parameters })
  const response = await fetch(`${gatewayUrl}/pg/query`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response.json()
}
