import { TrainingGate } from '@/components/training-gate'
import { poster } from '@/lib/video/poster'
import { heroCopy } from '@/supabase/functions/_shared/site'

const { badge, headline, subline } = heroCopy

export function Hero() {
  return (
    <section className="relative isolate px-5 pt-6 pb-20 text-center sm:px-8 sm:pt-10 sm:pb-28">
      <div aria-hidden="true" className="-z-10 absolute inset-0 -top-28 bg-glow" />
      <p className="mx-auto inline-block text-balance rounded-full border border-accent/35 bg-accent/10 px-4 py-1.5 font-semibold text-accent-soft text-sm">
        {badge}
      </p>
      <h1 className="mx-auto mt-6 max-w-4xl text-balance font-extrabold text-display">
        {headline.lead} <span className="text-accent">{headline.accent}</span> {headline.tail}
      </h1>
      <p className="mx-auto mt-5 max-w-2xl text-pretty text-lead text-muted sm:mt-6">{subline}</p>
      <TrainingGate poster={poster()} />
    </section>
  )
}
