import { serverEnv } from './lib/env'

/** As long as Vercel lets a request take (app/layout.tsx). */
const maxDuration = 20

/**
 * Stops a server that could not store a lead before it takes the first one. A preview may be looked at without a backend:
 * its form says that it cannot send, and lib/lead/send-lead.ts logs why. In production it also guards the server, but on
 * Vercel, whose servers are its own and end such requests themselves.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    try {
      serverEnv()
    } catch (error) {
      // Next would log the error and serve on.
      console.error(error instanceof Error ? error.message : error)
      if (process.env.VERCEL_ENV !== 'preview') process.exit(1)
    }
    if (process.env.NODE_ENV === 'production' && !process.env.VERCEL) {
      const { answerHeaders } = await import('./build/headers')
      const { guardServer } = await import('./lib/server/guard-server')
      guardServer(answerHeaders, maxDuration * 1_000)
    }
  }
}
