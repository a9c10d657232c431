import { useEffect } from 'react'
import type { FunnelDetail } from '@/lib/funnel/funnel-event'

// This is read before React writes into the history. Reloading then does not repeat the post, except in Safari.
const isReload = typeof history === 'object' && history.state !== null

/** Locks the video of a visitor's own link again after a reload. If `isMeasured`, reports how far the visitor watches. */
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
