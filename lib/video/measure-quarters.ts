import type { FunnelEvent } from '../funnel/funnel-event.ts'

type Quarter = 25 | 50 | 75 | 100

/** The quarters of a video in percent, each with its step of the funnel. */
const quarters: readonly [Quarter, FunnelEvent][] = [
  [25, 'video_25'],
  [50, 'video_50'],
  [75, 'video_75'],
  [100, 'video_100'],
]

/** If a player's time grows by more than this, the visitor has skipped. The skipped part does not count as shown. */
const longestStepSeconds = 5

/**
 * Returns a function to call again and again with the player's time and the video's duration, in seconds. It returns how many
 * quarters were shown, in percent. A part shown twice counts once. The last percent counts as the end.
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

/** Returns the funnel's steps up to a quarter, separated by commas, because the loader reads such a list. */
export const stepsUntil = (quarter: number) =>
  quarters.flatMap(([percent, step]) => (percent <= quarter ? step : [])).join()
