import { useCallback, useState } from 'react'
import { reportStep } from '@/lib/funnel/report-step'
import { measureQuarters, stepsUntil } from '@/lib/video/measure-quarters'
import type { OnTime } from './follow-player'

/** Each watched quarter is a step of the funnel. */
export function useProgress(): OnTime {
  const [measure] = useState(measureQuarters)
  return useCallback(
    (seconds, duration) => {
      for (const step of stepsUntil(measure(seconds, duration))) reportStep(step)
    },
    [measure],
  )
}
