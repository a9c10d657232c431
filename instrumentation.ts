import type { Instrumentation } from 'next'
/**
 * Next.js calls this when a server starts. Next.js also compiles this file for the Edge runtime, where half of what
 * `prepareServer` needs does not exist.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { prepareServer } = await import('./lib/server/prepare-server')
  prepareServer()
}

/**
 * Next.js calls this with each error on the server. The log gets the route and the name of the error. The path and the
 * message are left out, because they may contain a token or what a visitor typed.
 */
export const onRequestError: Instrumentation.onRequestError = async (error, _request, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { logFailure } = await import('./lib/server/log-failure')
  const { name, digest } = error as Error & { digest?: string }
  logFailure('request_failed', `${routePath} ${name} ${digest ?? ''}`.trim())
}
