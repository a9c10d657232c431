import type { Metadata } from 'next'
import { LandingPage } from '@/components/landing-page'
import { submitLead } from '../actions'

export const metadata: Metadata = { robots: 'noindex' }

/**
 * The page behind the link in the visitor's mail. It waits for a press on play, because mail programs open links by
 * themselves. next.config.mjs serves this page at /watch/<token>. proxy.ts sends the press to app/answer.
 */
export default function Watch() {
  return <LandingPage submitLead={submitLead} state={{ status: 'ownLink' }} />
}
