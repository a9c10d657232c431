import type { Metadata } from 'next'
import { LandingPage } from '@/components/landing-page'

export const metadata: Metadata = { robots: 'noindex' }

/**
 * A visitor gets to this page by the link in the mail. The visitor has to press a play button, because mail programs
 * open links by themselves.
 */
export default function Watch() {
  return <LandingPage state={{ status: 'watchLink' }} />
}
