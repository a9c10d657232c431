import { useEffect } from 'react'
import type { FunnelDetail } from '@/lib/funnel/funnel-event'

// Read before React writes into the history. Then a reload does not repeat the post, except in Safari.
const isReload = typeof history === 'object' && history.state !== null

/** After a reload, locks the video of a visitor's own link again. Sends how far they watch, if `isMeasured`. */
export function useOwnLink(isOwnLink: boolean, isMeasured = false) {
  useEffect(() => {
    if (isOwnLink && isReload) location.replace(location.href)
  }, [isOwnLink])
  useEffect(() => {
    if (!isMeasured) return
    // The loader sends no event if the visitor asks not to be tracked.
    const send = ({ detail }: CustomEvent<FunnelDetail>) =>
      navigator.sendBeacon(`${location.pathname}/watched`, detail.event)
    document.addEventListener('training:funnel', send)
    return () => document.removeEventListener('training:funnel', send)
  }, [isMeasured])
}
