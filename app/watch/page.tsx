import type { Metadata } from 'next'
import { LandingPage } from '@/components/landing-page'
import { submitLead } from '../actions'

export const metadata: Metadata = { robots: 'noindex' }

/**
 * Asks whoever follows the link to the video in the visitor's mail to press play, since mail programs open links by themselves.
 * next.config.mjs shows it at /watch/<token>; proxy.ts leads the press to app/answer.
 */
export default function Watch() {
  return <LandingPage submitLead={submitLead} state={{ status: 'ownLink' }} />
}
