import type { GateProps } from '@/lib/lead/submit-lead-state'
import { pageCopy } from '@/lib/site/variants'
import { Discover } from './sections/discover'
import { Hero } from './sections/hero'
import { SiteFooter } from './sections/site-footer'
import { SiteHeader } from './sections/site-header'

type LandingPageProps = Omit<GateProps, 'fields'> & {
  variant?: string
}

/** The landing page (spec 2). On the page of a visitor's own link, shows only the headline and the video. */
export function LandingPage({ variant, ...gate }: LandingPageProps) {
  const { discover, ...copy } = pageCopy(variant)
  // Without a variant these props are left out, because even undefined props are sent to the browser.
  const [label, field] = variant
    ? [{ 'data-variant': variant }, { fields: <input type="hidden" name="variant" value={variant} /> }]
    : []
  return (
    <div className="flex min-h-svh flex-col">
      <SiteHeader />
      <main className="grow" {...label}>
        <Hero {...copy} gate={{ ...gate, ...field }} />
        {gate.state.status !== 'ownLink' && <Discover {...discover} />}
      </main>
      <SiteFooter />
    </div>
  )
}
