import { serverEnv } from './lib/env'
import { cutLongQueries } from './lib/server/cut-long-queries'

/** Prepares the server. Stops a server that could not store leads. A preview may run without a backend. */
export function prepareServer(): void {
  cutLongQueries()
  try {
    serverEnv()
  } catch (error) {
    // If the error got through, Next would log it and go on.
    console.error(error instanceof Error ? error.message : error)
    if (process.env.VERCEL_ENV !== 'preview') process.exit(1)
  }
}
