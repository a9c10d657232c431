import { useCallback, useState } from 'react'
import { reportStep } from '@/lib/funnel/report-step'
import { measureQuarters, stepsUntil } from '@/lib/video/measure-quarters'
import type { OnTime } from './follow-player'

/** Reports each quarter of the video that has been watched as a step of the funnel. */
export function useProgress(): OnTime {
  const [measure] = useState(measureQuarters)
  return useCallback(
    (seconds, duration) => {
      for (const step of stepsUntil(measure(seconds, duration))) reportStep(step)
    },
    [measure],
  )
}
