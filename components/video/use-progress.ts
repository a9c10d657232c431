import { useCallback, useState } from 'react'
import { measureQuarters } from '@/lib/video/measure-quarters'

const lateShare = 0.75

/** Returns the watched share of the video in percent, rounded down to a quarter, and whether 75 % of the video is reached. */
export function useProgress() {
  const [measure] = useState(measureQuarters)
  const [quarter, setQuarter] = useState(0)
  const [isLate, setIsLate] = useState(false)
  const onTime = useCallback(
    (seconds: number, duration: number) => {
      setQuarter(measure(seconds, duration))
      if (duration > 0 && seconds >= duration * lateShare) setIsLate(true)
    },
    [measure],
  )
  return { quarter, isLate, onTime }
}
