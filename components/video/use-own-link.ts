import { useEffect } from 'react'
import type { FunnelDetail } from '@/lib/funnel/funnel-event'

// This must be read before React changes the history. Except in Safari, a reload then does not repeat the post.
const isReload = typeof history === 'object' && history.state !== null

/** For the page of a visitor's own link: a reload locks the video. If `isMeasured`, reports the watched quarters. */
export function useOwnLink(isMeasured = false) {
  useEffect(() => {
    if (isReload) location.replace(location.href)
  }, [])
  useEffect(() => {
    if (!isMeasured) return
    // The loader fires no funnel event if the visitor asks not to be tracked.
    const send = ({ detail }: CustomEvent<FunnelDetail>) =>
      navigator.sendBeacon(`${location.pathname}/watched`, detail.event)
    document.addEventListener('training:funnel', send)
    return () => document.removeEventListener('training:funnel', send)
  }, [isMeasured])
}
