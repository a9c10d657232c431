import { serverEnv } from './lib/env'

/** Stops a server that could not store leads. A preview may run without a backend. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { cutLongQueries } = await import('./lib/server/cut-long-queries')
  cutLongQueries()
  try {
    serverEnv()
  } catch (error) {
    // Next would log the error and go on.
    console.error(error instanceof Error ? error.message : error)
    if (process.env.VERCEL_ENV !== 'preview') process.exit(1)
  }
}
