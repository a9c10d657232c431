import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { readClaimKey } from './claim.ts'
import { answerRpc } from './open-client.ts'
import { knowReportKey, reportKey } from './report-key.ts'
import type { TestDatabase } from './test-database.ts'

declare const Deno: { env: { get: (name: string) => string | undefined } }

const key = 'sb_secret_test'
let starts = 0

/**
 * Starts the function as it is deployed, with these environment variables. Its Data API uses `database`, and accepts
 * only the key `sb_secret_test`. `call` posts JSON to the function with that key. `background` waits for the tasks
 * that the function has left to the runtime. `lines` contains the lines that the function has logged. A file may
 * start only one function at a time.
 */
export async function startFunction(
  database: Pick<TestDatabase, 'query' | 'queryAs'>,
  variables: Record<string, string | undefined>,
) {
  const tasks: Promise<unknown>[] = []
  Object.assign(globalThis, { EdgeRuntime: { waitUntil: (task: Promise<unknown>) => tasks.push(task) } })
  const lines: string[] = []
  console.info = console.error = (line: string) => lines.push(line)
  const dataApi = createServer(async (request, response) => {
    const name = String(request.url).split('/').at(-1) ?? ''
    const answer =
      request.headers.apikey === key
        ? await answerRpc(database, name, await text(request))
        : Response.json({ message: 'Invalid API key' }, { status: 401 })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await once(dataApi.listen(0, '127.0.0.1'), 'listening')

  // A test may have a database that answers nothing.
  await knowReportKey(database.query).catch(() => {})
  const environment: Record<string, string | undefined> = {
    REPORT_SECRET: reportKey,
    SUPABASE_URL: `http://127.0.0.1:${(dataApi.address() as AddressInfo).port}`,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: key }),
    ...variables,
  }
  // The real environment does not change, because other tests that run at the same time use it too.
  const { get } = Deno.env
  Deno.env.get = (name) => environment[name]
  starts += 1
  // A module is evaluated only once for each URL. Each start uses a new URL, so that the function reads its
  // environment again.
  const { href } = new URL(
    `../../supabase/functions/send-lead-email/index.ts?start=${starts}`,
    import.meta.url,
  )
  const { default: served } = (await import(href)) as {
    default: { fetch: (request: Request) => Promise<Response> }
  }

  return {
    lines,
    url: `${environment.SUPABASE_URL}/functions/v1/send-lead-email`,
    fetch: served.fetch,
    async call(path = '', value: unknown = {}, headers?: Record<string, string>) {
      const claimKey = path === '/sweep' && { 'x-claim-key': String(await readClaimKey(database.query)) }
      const response = await served.fetch(
        new Request(`http://functions.test/send-lead-email${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(headers ?? (claimKey || { apikey: key })) },
          body: JSON.stringify(value),
        }),
      )
      return { status: response.status, body: await response.json() }
    },
    background: () => Promise.all(tasks),
    async [Symbol.asyncDispose]() {
      Deno.env.get = get
      dataApi.closeAllConnections()
      await new Promise((resolve) => dataApi.close(resolve))
    },
  }
}
