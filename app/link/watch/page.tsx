import type { Metadata } from 'next'
import { LandingPage } from '@/components/landing-page'

export const metadata: Metadata = { robots: 'noindex' }

/** The visitor has to press a play button, because mail programs open links. */
export default function Watch() {
  return <LandingPage state={{ status: 'watchLink' }} />
}
