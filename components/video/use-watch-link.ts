import { useEffect } from 'react'
import type { FunnelDetail } from '@/lib/funnel/funnel-event'

// Read before React changes the history, because of which a reload does not repeat the post, except in
// Safari.
const isReload = typeof history === 'object' && history.state !== null

/** A reload locks the video again. */
export function useWatchLink(isMeasured = false) {
  useEffect(() => {
    if (isReload) location.replace(location.href)
  }, [])
  useEffect(() => {
    if (!isMeasured) return
    // The loader fires nothing if the visitor asks not to be tracked.
    const send = ({ detail }: CustomEvent<FunnelDetail>) =>
      navigator.sendBeacon?.(`${location.pathname}/watched`, detail.event)
    document.addEventListener('training:funnel', send)
    return () => document.removeEventListener('training:funnel', send)
  }, [isMeasured])
}
