import type { Query } from './test-database.ts'

/** Sends the queued requests and stores the answers, just as the worker of pg_net does. */
export async function workOffNet(
  query: Query,
  send: (request: Request) => Response | Promise<Response>,
): Promise<void> {
  const calls = await query('delete from net.http_request_queue returning id, url, headers')
  for (const { id, url, headers } of calls) {
    const request = new Request(String(url), { method: 'POST', headers: headers as Record<string, string> })
    const [status, error] = await Promise.resolve(request)
      .then(send)
      .then(
        (answer) => [answer.status, null],
        () => [null, 'Could not resolve host'],
      )
    await query(
      'insert into net._http_response (id, status_code, error_msg) overriding system value values ($1, $2, $3)',
      [id, status, error],
    )
  }
}
