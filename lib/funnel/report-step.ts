import type { FunnelEvent } from './funnel-event'

/**
 * Tells the loader that the visitor reached a step of the funnel. The loader counts each step only once for each page
 * view.
 */
export function reportStep(step: FunnelEvent): void {
  document.dispatchEvent(new CustomEvent('training:step', { detail: step }))
}
