import type { Metadata } from 'next'
import { LandingPage } from '@/components/landing-page'
import { submitLead } from '../actions'

export const metadata: Metadata = { robots: 'noindex' }

/** The page of the link in the visitor's mail. It has a play button because mail programs open links by themselves. */
export default function Watch() {
  return <LandingPage submitLead={submitLead} state={{ status: 'ownLink' }} />
}
