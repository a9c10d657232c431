/**
 * Takes the address of a local gateway and its secret key, and returns what runs SQL there as superuser: in one
 * transaction, with the rows of the last statement. It throws the status and what the database said.
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
