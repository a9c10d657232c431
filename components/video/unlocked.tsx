import { unlockedCopy } from '@/site/copy'
import { NextStep } from './next-step'

/** Says below the player that the video is unlocked, and has the place for the next step. */
export function Unlocked({ isLate }: { isLate: boolean }) {
  return (
    <div className="mt-4 grid gap-6 rounded-2xl border-2 border-primary p-5 sm:px-7">
      <p>
        <strong className="block text-xl font-extrabold tracking-tight">{unlockedCopy.title}</strong>
        <span className="text-muted-foreground">{unlockedCopy.text}</span>
      </p>
      <NextStep isLate={isLate} />
    </div>
  )
}
