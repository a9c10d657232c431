import type { GateProps } from '@/lib/lead/submit-lead-state'
import { pageCopy } from '@/lib/site/variants'
import { Discover } from './sections/discover'
import { Hero } from './sections/hero'
import { SiteFooter } from './sections/site-footer'
import { SiteHeader } from './sections/site-header'

type LandingPageProps = Omit<GateProps, 'fields'> & {
  /** The variant that it shows, where more than one is tried. */
  variant?: string
}

/** The landing page (spec 2), from top to bottom. */
export function LandingPage({ variant, ...gate }: LandingPageProps) {
  const { discover, ...copy } = pageCopy(variant)
  // Without a variant not even an attribute that is undefined, which would be a part of what the browser loads.
  const [label, field] = variant
    ? [{ 'data-variant': variant }, { fields: <input type="hidden" name="variant" value={variant} /> }]
    : []
  return (
    <>
      <SiteHeader />
      <main {...label}>
        <Hero {...copy} gate={{ ...gate, ...field }} />
        <Discover {...discover} />
      </main>
      <SiteFooter />
    </>
  )
}
