import type { ReactNode } from 'react'
import { OwnLinkGate } from '@/components/own-link-gate'
import { TrainingGate } from '@/components/training-gate'
import { Badge } from '@/components/ui/badge'
import { VideoPoster } from '@/components/video/video-poster'
import { buildOutput } from '@/lib/build-output'
import { videoUrl } from '@/lib/env'
import type { OwnLinkState, SubmitLeadState } from '@/lib/lead/submit-lead-state'
import type { PageCopy } from '@/lib/site/variants'
import { poster } from '@/lib/video/poster'

type HeroProps = Omit<PageCopy, 'discover'> & {
  state: SubmitLeadState | OwnLinkState
  fields?: ReactNode
}

/** The badge, the headline and the locked video (spec 1 and 2). */
export function Hero({ hero, videoPrompt, state, fields }: HeroProps) {
  const { badge, headline, subline } = hero
  const { playerOrigin, ...picture } = poster(videoUrl(), buildOutput.posterFolder)
  const image = <VideoPoster {...picture} />
  const prompt = (
    <>
      <svg
        viewBox="-19 -16 56 56"
        aria-hidden="true"
        className="w-play rounded-full bg-primary fill-primary-foreground halo"
      >
        <path d="M6 4.2c0-1 1.1-1.6 2-1.1l12 7.8c.8.5.8 1.7 0 2.2l-12 7.8c-.9.5-2-.1-2-1.1z" />
      </svg>
      <span className="rounded-full bg-background px-5 py-2 text-prompt">{videoPrompt}</span>
    </>
  )
  return (
    <section className="px-5 pt-1 pb-16 text-center sm:px-8">
      <Badge variant="secondary" className="border-primary/30 px-3 py-1.5 sm:text-sm">
        {badge}
      </Badge>
      <h1 className="mx-auto mt-4 max-w-5xl text-display">
        {`${headline.lead} `}
        <span className="text-primary">{headline.accent}</span>
        {` ${headline.tail}`}
      </h1>
      <p className="mx-auto mt-4 mb-6 max-w-2xl text-balance text-lead text-muted-foreground">{subline}</p>
      {state.status === 'ownLink' ? (
        <OwnLinkGate state={state} poster={image}>
          {prompt}
        </OwnLinkGate>
      ) : (
        <TrainingGate state={state} fields={fields} poster={image} playerOrigin={playerOrigin}>
          {prompt}
        </TrainingGate>
      )}
    </section>
  )
}
