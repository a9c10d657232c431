import { useCallback, useState } from 'react'
import { reportStep } from '@/lib/funnel/report-step'
import { measureQuarters, stepsUntil } from '@/lib/video/measure-quarters'

const lateShare = 0.75

/**
 * When a quarter of the video has been watched, reports it as a step of the funnel. Returns whether 75 % of the video
 * is reached.
 */
export function useProgress() {
  const [measure] = useState(measureQuarters)
  const [isLate, setIsLate] = useState(false)
  const onTime = useCallback(
    (seconds: number, duration: number) => {
      for (const step of stepsUntil(measure(seconds, duration))) reportStep(step)
      if (duration > 0 && seconds >= duration * lateShare) setIsLate(true)
    },
    [measure],
  )
  return { isLate, onTime }
}
