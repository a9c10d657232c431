/** What a caller makes of an answer: `wrong` is one that no caller should get, `none` that none came. */
export type Outcome = 'success' | 'conflict' | 'retryable' | 'invalid' | 'unauthorised' | 'wrong' | 'none'

export type Answer = { outcome: Outcome; status: number; ms: number; body: string }

/** How long a visitor waits (design: browser 15 s > action 8 s > statement 3 s). */
const patienceMs = 15_000

/** Sends a request and reads the answer; a connection that breaks is an outcome, not an error. */
export async function answerTo(
  url: string,
  init: RequestInit,
  classify: (status: number, body: string) => Outcome,
): Promise<Answer> {
  const begin = performance.now()
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs), ...init })
    const body = await response.text()
    const outcome = classify(response.status, body)
    return { outcome, status: response.status, body, ms: performance.now() - begin }
  } catch (error) {
    const body = String(error instanceof Error ? (error.cause ?? error) : error)
    return { outcome: 'none', status: 0, body, ms: performance.now() - begin }
  }
}
