import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** A `wrong` answer should never come. `none` means that no answer came at all. */
export type Outcome = 'success' | 'conflict' | 'retryable' | 'invalid' | 'unauthorised' | 'wrong' | 'none'
export type Answer = {
  outcome: Outcome
  status: number
  ms: number
  headers: IncomingHttpHeaders
  body: string
}

export type Call = {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer> | FormData
}

export function formOf(fields: Iterable<[name: string, value: string | Blob]>): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

/** The scripts of the page wait this long until the server action has answered. */
const patienceMs = 15_000
// The server of the page closes a connection after it has been idle for 5 s. The agent closes it earlier. Otherwise a
// call could use a connection that the server is just closing.
const agent = new Agent({ keepAlive: true, timeout: 2_500 })

/**
 * By default, only the status 200 counts as success. A broken connection does not throw an error, because it
 * is an outcome too.
 */
export async function answerTo(
  url: string,
  call: Call,
  classify: (status: number, body: string) => Outcome = (status) => (status === 200 ? 'success' : 'wrong'),
  withinMs = patienceMs,
): Promise<Answer> {
  const begin = performance.now()
  const waited = () => performance.now() - begin
  try {
    const answer = await exchange(url, call, withinMs)
    return { ...answer, outcome: classify(answer.status, answer.body), ms: waited() }
  } catch (error) {
    return { outcome: 'none', status: 0, ms: waited(), headers: {}, body: String(error) }
  }
}

/** This does not use fetch, because fetch takes a lot of processor time. Under load, the services need this time. */
async function exchange(url: string, { method = 'POST', headers, body = '' }: Call, withinMs: number) {
  const form = body instanceof FormData ? new Response(body) : undefined
  const bytes = form ? await form.bytes() : Buffer.from(body as string)
  const type = form ? { 'content-type': form.headers.get('content-type') ?? '' } : {}
  const options = { method, agent, signal: AbortSignal.timeout(withinMs) }
  return new Promise<Pick<Answer, 'status' | 'headers' | 'body'>>((resolve, reject) => {
    request(url, { ...options, headers: { ...type, ...headers, 'content-length': bytes.length } })
      .on('error', reject)
      .on('response', (answer) => {
        const { statusCode: status = 0, headers } = answer
        text(answer).then((body) => resolve({ status, headers, body }), reject)
      })
      .end(bytes)
  })
}
