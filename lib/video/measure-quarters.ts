import type { FunnelEvent } from '../funnel/funnel-event.ts'

const quarters = [25, 50, 75, 100] as const

/** A longer jump of the player's time is a skipped part, which does not count. */
const longestStepSeconds = 5

/**
 * Takes the player's time and the duration in seconds. Returns how much has been shown: 0, 25, 50, 75 or 100
 * percent.
 */
export function measureQuarters(): (seconds: number, duration: number) => number {
  const shown = new Set<number>()
  let last = 0
  return (seconds, duration) => {
    const percentOf = (time: number) => Math.min(Math.floor((time / duration) * 100), 100)
    if (duration > 0 && seconds > last && seconds - last < longestStepSeconds)
      for (let percent = percentOf(last); percent <= percentOf(seconds); percent += 1) shown.add(percent)
    last = seconds
    return quarters.findLast((percent) => shown.size > Math.min(percent, 99)) ?? 0
  }
}

export const stepsUntil = (quarter: number) =>
  quarters.filter((percent) => percent <= quarter).map((percent): FunnelEvent => `video_${percent}`)
