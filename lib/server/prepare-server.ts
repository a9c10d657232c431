import { serverEnv } from '../env'
import { cutRequests } from './cut-requests'

/** Prepares the server. Stops a server that could not store leads. A preview may run without a backend. */
export function prepareServer(): void {
  cutRequests()
  try {
    serverEnv()
  } catch (error) {
    // Next would only log the error and go on, so we catch it here.
    console.error(error instanceof Error ? error.message : error)
    if (process.env.VERCEL_ENV !== 'preview') process.exit(1)
  }
}
