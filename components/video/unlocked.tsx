import type { Video } from '@/lib/lead/submit-lead-state'
import { unlockedCopy } from '@/site/copy'
import { NextStep } from './next-step'

/** Says below the player where the video can be seen again, and offers the next step. */
export function Unlocked({ nextStep }: Pick<Video, 'nextStep'>) {
  return (
    <div className="mt-5">
      <p className="text-muted-foreground">{unlockedCopy.text}</p>
      <NextStep step={nextStep} />
    </div>
  )
}
