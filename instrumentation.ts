import { serverEnv } from './lib/env'

/** Stops a server that could not store a lead before it takes the first one. */
export function register(): void {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    try {
      serverEnv()
    } catch (error) {
      // Next would log the error and serve on.
      console.error(error instanceof Error ? error.message : error)
      process.exit(1)
    }
  }
}
