import { failureCode } from '../core/failure-code.ts'

/** Without an answer, the status is the error's code. */
export type Answer = Awaited<ReturnType<typeof ask>>

/** Follows redirects only if `init` says so. With a Range header, does not read the body. */
export async function ask(url: string, init: RequestInit = {}) {
  try {
    // The Edge Function's own checks take at most 15 s, and a hosted one may have to start.
    const response = await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(30_000) })
    const { status, headers, redirected } = response
    const isPiece = new Headers(init.headers).has('range')
    if (isPiece) await response.body?.cancel()
    return { url, status, headers, redirected, text: isPiece ? '' : await response.text() }
  } catch (error) {
    return { url, status: failureCode(error), headers: new Headers(), redirected: false, text: '' }
  }
}
