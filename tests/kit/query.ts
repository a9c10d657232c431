import { arrayLiteral } from '../../desk/core/open-desk.ts'

/**
 * As a superuser of a local gateway, in one transaction. If the SQL fails, throws an error with the status
 * and the message from the database.
 */
export function createQuery(gatewayUrl: string, secretKey: string) {
  return async <Row>(query: string, parameters?: unknown[]): Promise<Row[]> => {
    const response = await fetch(`${gatewayUrl}/pg/query`, {
      method: 'POST',
      headers: { apikey: secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        query,
        parameters: parameters?.map((value) => (Array.isArray(value) ? arrayLiteral(value) : value)),
      }),
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return response.json()
  }
}
