import { useEffect } from 'react'
import type { FunnelDetail } from '@/lib/funnel/funnel-event'

// Before React: it leaves its mark in the history, which has the others forget the post. Only Safari repeats it on a reload.
const isReload = typeof history === 'object' && history.state !== null

/** Locks the video behind a visitor's own link again after a reload, and sends how far they watch, where that is kept. */
export function useOwnLink(isOwnLink: boolean, isMeasured = false) {
  useEffect(() => {
    if (isOwnLink && isReload) location.replace(location.href)
  }, [isOwnLink])
  useEffect(() => {
    if (!isMeasured) return
    // The loader tells nothing of those who ask not to be tracked.
    const send = ({ detail }: CustomEvent<FunnelDetail>) =>
      navigator.sendBeacon(`${location.pathname}/watched`, detail.event)
    document.addEventListener('training:funnel', send)
    return () => document.removeEventListener('training:funnel', send)
  }, [isMeasured])
}
