import { useCallback, useState } from 'react'
import { measureQuarters } from '@/lib/video/measure-quarters'

const lateShare = 0.75

/** Returns how much of the video the visitor saw, in quarters as percent, and whether the video is nearly over. */
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
