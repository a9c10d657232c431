import type { FunnelEvent } from '../funnel/funnel-event.ts'

type Quarter = 25 | 50 | 75 | 100

/** A video's quarters in percent, each with the step of the funnel that it is. */
const quarters: readonly [Quarter, FunnelEvent][] = [
  [25, 'video_25'],
  [50, 'video_50'],
  [75, 'video_75'],
  [100, 'video_100'],
]

/** A player that is further by more than that was moved, and has shown nothing of what lies between. */
const longestStepSeconds = 5

/**
 * Returns what takes a player's time and the video's duration, in seconds, again and again, and returns the percent of the last
 * quarter of which as much was shown, else 0. What is shown twice counts once; the last percent counts as the end.
 */
export function measureQuarters(): (seconds: number, duration: number) => number {
  const shown = new Set<number>()
  let last = 0
  return (seconds, duration) => {
    const percentOf = (time: number) => Math.min(Math.floor((time / duration) * 100), 100)
    if (duration > 0 && seconds > last && seconds - last < longestStepSeconds)
      for (let percent = percentOf(last); percent <= percentOf(seconds); percent += 1) shown.add(percent)
    last = seconds
    return quarters.findLast(([percent]) => shown.size > Math.min(percent, 99))?.[0] ?? 0
  }
}

/** Returns the steps of the funnel up to a quarter, with commas between them, as the loader reads them. */
export const stepsUntil = (quarter: number) =>
  quarters.flatMap(([percent, step]) => (percent <= quarter ? step : [])).join()
