import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** What a caller makes of an answer: `wrong` is one that no caller should get, `none` that none came. */
export type Outcome = 'success' | 'conflict' | 'retryable' | 'invalid' | 'unauthorised' | 'wrong' | 'none'
export type Answer = { outcome: Outcome; status: number; ms: number; body: string }

export type Call = {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer> | FormData
}

/** How long a visitor waits (design: browser 15 s > action 8 s > statement 3 s). */
const patienceMs = 15_000
const agent = new Agent({ keepAlive: true })

/** Makes a call and reads the answer; a connection that breaks is an outcome, not an error. */
export async function answerTo(
  url: string,
  call: Call,
  classify: (status: number, body: string) => Outcome,
): Promise<Answer> {
  const begin = performance.now()
  const answer = (outcome: Outcome, status: number, body: string) => ({
    ...{ outcome, status, body },
    ms: performance.now() - begin,
  })
  try {
    const { status, body } = await exchange(url, call)
    return answer(classify(status, body), status, body)
  } catch (error) {
    return answer('none', 0, String(error))
  }
}

/** Not fetch, which would take more of the processors that the chain needs under load. */
async function exchange(url: string, { method = 'POST', headers, body = '' }: Call) {
  const form = body instanceof FormData ? new Response(body) : undefined
  const bytes = form ? await form.bytes() : Buffer.from(body as string)
  const type = form ? { 'content-type': form.headers.get('content-type') ?? '' } : {}
  const options = { method, agent, signal: AbortSignal.timeout(patienceMs) }
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    request(url, { ...options, headers: { ...type, ...headers, 'content-length': bytes.length } })
      .on('error', reject)
      .on('response', (response) =>
        text(response).then((read) => resolve({ status: response.statusCode ?? 0, body: read }), reject),
      )
      .end(bytes)
  })
}
