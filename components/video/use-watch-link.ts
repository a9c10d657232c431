import { useEffect } from 'react'
import type { FunnelDetail } from '@/lib/funnel/funnel-event'

// This value must be read before React changes the history. Because React changes it, a reload does not repeat the
// post, except in Safari.
const isReload = typeof history === 'object' && history.state !== null

/** A reload of the page locks the video again. */
export function useWatchLink(isMeasured = false) {
  useEffect(() => {
    if (isReload) location.replace(location.href)
  }, [])
  useEffect(() => {
    if (!isMeasured) return
    // The loader fires no funnel event if the visitor asks not to be tracked.
    const send = ({ detail }: CustomEvent<FunnelDetail>) =>
      navigator.sendBeacon?.(`${location.pathname}/watched`, detail.event)
    document.addEventListener('training:funnel', send)
    return () => document.removeEventListener('training:funnel', send)
  }, [isMeasured])
}
