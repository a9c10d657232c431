import type { FunnelEvent } from '../funnel/funnel-event.ts'

const quarters = [25, 50, 75, 100] as const

/**
 * If the time of the player jumps by more seconds than this, the visitor has skipped a part. That part does not count
 * as shown.
 */
const longestStepSeconds = 5

/**
 * Returns a function that takes the time of the player and the duration of the video, both in seconds. The function
 * returns how much of the video has been shown so far: 0, 25, 50, 75 or 100 percent.
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
