import type { Metadata } from 'next'
import { LandingPage } from '@/components/landing-page'
import { submitLead } from '../actions'

export const metadata: Metadata = { robots: 'noindex' }

/** Waits behind the link in the visitor's mail, /watch/<token>, for a press on play: mail programs open links by themselves. */
export default function Watch() {
  return <LandingPage submitLead={submitLead} state={{ status: 'ownLink' }} />
}
