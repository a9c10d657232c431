import { failureCode } from '../core/failure-code.ts'

/** The answer to a request. If no answer came, the status is the code of the error. */
export type Answer = Awaited<ReturnType<typeof ask>>

/** Fetches an address. Follows redirects only if `init` says so. Of a piece of a file it reads the headers alone. */
export async function ask(url: string, init: RequestInit = {}) {
  try {
    // The function's own checks take at most 15 s. A hosted function may have to start first.
    const response = await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(30_000) })
    const { status, headers, redirected } = response
    const isPiece = new Headers(init.headers).has('range')
    if (isPiece) await response.body?.cancel()
    return { url, status, headers, redirected, text: isPiece ? '' : await response.text() }
  } catch (error) {
    return { url, status: failureCode(error), headers: new Headers(), redirected: false, text: '' }
  }
}
