import type { FunnelEvent } from './funnel-event'

/** The loader counts each step once a page view. */
export function reportStep(step: FunnelEvent): void {
  document.dispatchEvent(new CustomEvent('training:step', { detail: step }))
}
