import { TrainingGate } from '@/components/training-gate'
import { VideoPoster } from '@/components/video/video-poster'
import { buildOutput } from '@/lib/build-output'
import { videoUrl } from '@/lib/env'
import type { GateProps } from '@/lib/lead/submit-lead-state'
import type { PageCopy } from '@/lib/site/variants'
import { poster } from '@/lib/video/poster'

type HeroProps = Omit<PageCopy, 'discover'> & { gate: GateProps }

/** Badge, headline and the locked video (spec 1 and 2). */
export function Hero({ hero, videoPrompt, gate }: HeroProps) {
  const { badge, headline, subline } = hero
  const { playerOrigin, ...picture } = poster(videoUrl(), buildOutput.isSealed)
  return (
    <section className="px-5 pt-1 pb-16 text-center sm:px-8">
      <p className="badge">{badge}</p>
      <h1 className="mx-auto mt-4 max-w-[12em] text-display lg:max-w-5xl">
        {`${headline.lead} `}
        <span className="text-accent">{headline.accent}</span>
        {` ${headline.tail}`}
      </h1>
      <p className="mx-auto mt-4 mb-[clamp(1.25rem,4svh,2.5rem)] max-w-2xl text-balance text-lead text-muted">
        {subline}
      </p>
      <TrainingGate {...gate} poster={<VideoPoster {...picture} />} playerOrigin={playerOrigin}>
        <svg viewBox="-19 -16 56 56" aria-hidden="true">
          <path d="M6 4.2c0-1 1.1-1.6 2-1.1l12 7.8c.8.5.8 1.7 0 2.2l-12 7.8c-.9.5-2-.1-2-1.1z" />
        </svg>
        <span>{videoPrompt}</span>
      </TrainingGate>
    </section>
  )
}
