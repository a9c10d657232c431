import { failureCode } from '../core/failure-code.ts'

/** If no answer came, the status is the code of the error. */
export type Answer = Awaited<ReturnType<typeof ask>>

/**
 * Follows redirects only if `init` says so. If the request has a Range header, reads the headers of the
 * answer but not the body.
 */
export async function ask(url: string, init: RequestInit = {}) {
  try {
    // The checks in the Edge Function take at most 15 s. In a hosted project, the function may also need time to
    // start.
    const response = await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(30_000) })
    const { status, headers, redirected } = response
    const isPiece = new Headers(init.headers).has('range')
    if (isPiece) await response.body?.cancel()
    return { url, status, headers, redirected, text: isPiece ? '' : await response.text() }
  } catch (error) {
    return { url, status: failureCode(error), headers: new Headers(), redirected: false, text: '' }
  }
}
