import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** What an answer means to its caller. No caller should get a `wrong` answer, and `none` means that no answer came. */
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

/** The page's scripts wait this long for the answer of the server action. */
const patienceMs = 15_000
// The page's server closes a connection that is idle for 5 s. The agent closes it sooner, so that no call uses a
// connection that the server is just closing.
const agent = new Agent({ keepAlive: true, timeout: 2_500 })

/**
 * Makes a call and reads the answer. By default, only the status 200 is a success. A broken connection is an outcome
 * and throws no error.
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

/** Makes the call without fetch, because fetch would take processor time that the chain needs under load. */
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
