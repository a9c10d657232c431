import { type FunnelEvent, watchLink } from '@/lib/funnel/funnel-event'
import { consentId } from '@/lib/lead/consent-shown'

import type { SubmitLeadState, WatchLinkState } from '@/lib/lead/submit-lead-state'
import { pageCopy } from '@/lib/page-copy'
import { Discover } from './sections/discover'
import { Faq } from './sections/faq'
import { Hero } from './sections/hero'
import { Proof } from './sections/proof'
import { SiteFooter } from './sections/site-footer'
import { SiteHeader } from './sections/site-header'

type State = SubmitLeadState | WatchLinkState

type LandingPageProps = { state: State; variant?: string }

/**
 * The step of the funnel at which the page begins, which the loader counts. A watch link begins with the
 * video.
 */
const firstStep: Partial<Record<State['status'], FunnelEvent>> = {
  idle: 'page_viewed',
  unknownLink: 'page_viewed',
  invalid: 'field_error',
  sent: 'unlocked',
}

/** Spec 2. Behind a watch link, only the headline and the video. */
export function LandingPage({ state, variant }: LandingPageProps) {
  const copy = pageCopy(variant)
  // The steps of a watch link are counted apart from the variants'.
  const label = state.status === 'watchLink' ? watchLink : variant
  const fields = (
    <>
      <input type="hidden" name="consentId" value={consentId()} />
      {variant && <input type="hidden" name="variant" value={variant} />}
    </>
  )
  return (
    <div className="flex min-h-svh flex-col">
      <SiteHeader />
      <main className="flex grow flex-col" data-step={firstStep[state.status]} data-variant={label}>
        <Hero {...copy} state={state} fields={fields} />
        {state.status !== 'watchLink' && (
          <>
            <Proof />
            <Discover {...copy.discover} />
            <Faq />
          </>
        )}
      </main>
      <SiteFooter />
    </div>
  )
}
