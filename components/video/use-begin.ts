import { useEffect } from 'react'
import type { FunnelDetail } from '@/lib/funnel/funnel-event'

/** Once begun, the visitor gets no email with a reminder. */
export function useBegin(token?: string) {
  useEffect(() => {
    if (!token) return
    // The loader fires no funnel event if the visitor asks not to be tracked. If the video began before this effect
    // ran, the event of a later quarter is used.
    const send = ({ detail }: CustomEvent<FunnelDetail>) => {
      if (!detail.event.startsWith('video_')) return
      stop()
      navigator.sendBeacon?.('/begun', token)
    }
    const stop = () => document.removeEventListener('training:funnel', send)
    document.addEventListener('training:funnel', send)
    return stop
  }, [token])
}
