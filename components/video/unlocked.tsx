import type { Video } from '@/lib/lead/submit-lead-state'
import { unlockedCopy } from '@/site/copy'
import { NextStep } from './next-step'

export function Unlocked({ nextStep }: Pick<Video, 'nextStep'>) {
  return (
    <div className="mt-5 px-2 sm:px-0">
      <p className="text-muted-foreground">{unlockedCopy.text}</p>
      <NextStep step={nextStep} />
    </div>
  )
}
