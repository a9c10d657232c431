import type { ReactNode } from 'react'
import { InlineScript } from '@/components/inline-script'
import { Offer } from '@/components/lead/offer'
import { TrainingGate } from '@/components/training-gate'
import { Badge } from '@/components/ui/badge'
import { PlayPrompt } from '@/components/video/play-prompt'
import { VideoPoster } from '@/components/video/video-poster'
import { WatchGate } from '@/components/watch-gate'
import { buildConstants } from '@/lib/build-constants'
import { videoUrl } from '@/lib/env'
import type { SubmitLeadState, WatchLinkState } from '@/lib/lead/submit-lead-state'
import { proof } from '@/lib/proof'
import { poster } from '@/lib/video/poster'
import { trustCopy, watchCopy } from '@/site/copy'
import type { PageCopy } from '@/site/variants'

type HeroProps = PageCopy & {
  state: SubmitLeadState | WatchLinkState
  fields?: ReactNode
}

/**
 * Spec 1 and 2. In a low window the video is beside the text. Behind a watch link, the headline continues the
 * story instead of selling again.
 */
export function Hero({ hero, discover, videoPrompt, state, fields }: HeroProps) {
  const { badge } = hero
  const isBack = state.status === 'watchLink'
  const headline = isBack ? watchCopy.title : hero.headline
  const subline = isBack ? watchCopy.text : hero.subline
  const { about } = proof()
  const { playerOrigin, ...picture } = poster(videoUrl(), buildConstants.posterFolder)
  const image = (
    <>
      <VideoPoster {...picture} />
      {about && (
        <span className="absolute bottom-2.5 left-2.5 rounded-sm bg-background px-2 py-0.5 text-xs font-semibold sm:bottom-5 sm:left-5 sm:text-sm">
          {about}
        </span>
      )}
    </>
  )
  const prompt = <PlayPrompt>{videoPrompt}</PlayPrompt>
  return (
    <section className="px-gutter pb-section sm:px-8 low:pb-6">
      <div className="mx-auto max-w-page low:grid low:max-w-7xl low:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] low:items-center sideways:items-start low:gap-[clamp(1.25rem,3.4vw,3.25rem)]">
        <div>
          <Badge
            variant="ghost"
            className="rounded-none border-0 border-b-2 border-b-primary px-0 py-1 text-[clamp(0.75rem,0.55rem+0.9vw,1rem)] text-foreground sideways:absolute sideways:top-3 sideways:right-8 sideways:text-[0.6875rem]"
          >
            {badge}
          </Badge>
          <h1 className="mt-3.5 type-display sideways:mt-0">
            {`${headline.start} `}
            <span className="marker">{headline.accent}</span>
            {headline.tail && ` ${headline.tail}`}
          </h1>
          <p className="mt-3.5 mb-6 type-lead text-balance text-muted-foreground low:mb-0 sideways:mt-2 sideways:text-sm">
            {subline}
          </p>
        </div>
        <div className="-mx-2 sm:mx-0">
          {isBack ? (
            <WatchGate state={state} poster={image}>
              {prompt}
            </WatchGate>
          ) : (
            <>
              <InlineScript run="rememberPress" />
              <TrainingGate
                state={state}
                fields={fields}
                poster={image}
                playerOrigin={playerOrigin}
                privacy={trustCopy.privacy}
                offer={<Offer points={discover.bullets.map(({ title }) => title)} />}
              >
                {prompt}
              </TrainingGate>
            </>
          )}
        </div>
      </div>
    </section>
  )
}
