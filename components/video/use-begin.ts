import { useEffect } from 'react'
import type { FunnelDetail } from '@/lib/funnel/funnel-event'

/** Once begun, there is no reminder by email. */
export function useBegin(token?: string) {
  useEffect(() => {
    if (!token) return
    // The loader fires nothing if the visitor asks not to be tracked. If the video began before this effect,
    // a later quarter counts.
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
