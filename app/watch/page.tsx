import type { Metadata } from 'next'
import { LandingPage } from '@/components/landing-page'

export const metadata: Metadata = { robots: 'noindex' }

/** The page that the link in a visitor's mail opens. It has a play button because mail programs open links by themselves. */
export default function Watch() {
  return <LandingPage state={{ status: 'ownLink' }} />
}
