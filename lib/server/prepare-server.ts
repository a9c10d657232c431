import { serverEnv } from '../env'
import { cutRequests } from './cut-requests'
import { replaceBlankPages } from './replace-blank-pages'

/** Stops a server that could not store leads. A preview may run without a backend. */
export function prepareServer(): void {
  cutRequests()
  // In development, Next.js fills the empty page with what failed.
  if (process.env.NODE_ENV === 'production') replaceBlankPages()
  try {
    serverEnv()
  } catch (error) {
    // Next would only log the error and go on, so we catch it here.
    console.error(error instanceof Error ? error.message : error)
    if (process.env.VERCEL_ENV !== 'preview') process.exit(1)
  }
}
