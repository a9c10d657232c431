import type { GateProps } from '@/lib/lead/submit-lead-state'
import { Discover } from './sections/discover'
import { Hero } from './sections/hero'
import { SiteFooter } from './sections/site-footer'
import { SiteHeader } from './sections/site-header'

/** The landing page (spec 2), from top to bottom. */
export function LandingPage(gate: GateProps) {
  return (
    <>
      <SiteHeader />
      <main>
        <Hero {...gate} />
        <Discover />
      </main>
      <SiteFooter />
    </>
  )
}
