/**
 * Returns a function that runs SQL at a local gateway as superuser, in one transaction. If the SQL fails, the function
 * throws the status and the database's message.
 */
export function createQuery(gatewayUrl: string, secretKey: string) {
  return async <Row>(query: string, parameters?: unknown[]): Promise<Row[]> => {
    const response = await fetch(`${gatewayUrl}/pg/query`, {
      method: 'POST',
      headers: { apikey: secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({ query, parameters }),
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return response.json()
  }
}
