import { serverEnv } from '../env'
import { cutRequests } from './cut-requests'
import { replaceBlankPages } from './replace-blank-pages'

/** Stops a server that could not store leads. A preview may run without a backend. */
export function prepareServer(): void {
  cutRequests()
  // In development, Next.js shows what failed on the empty page.
  if (process.env.NODE_ENV === 'production') replaceBlankPages()
  try {
    serverEnv()
  } catch (error) {
    // Next would only log it and go on.
    console.error(error instanceof Error ? error.message : error)
    if (process.env.VERCEL_ENV !== 'preview') process.exit(1)
  }
}
