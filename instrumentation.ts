import { serverEnv } from './lib/env'

/**
 * Stops a server that could not store a lead before it takes the first one. A preview may be looked at without a backend:
 * its form says that it cannot send, and lib/lead/send-lead.ts logs why.
 */
export function register(): void {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  try {
    serverEnv()
  } catch (error) {
    // Next would log the error and serve on.
    console.error(error instanceof Error ? error.message : error)
    if (process.env.VERCEL_ENV !== 'preview') process.exit(1)
  }
}
