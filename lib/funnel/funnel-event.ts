/** A visitor's steps in order. A page view counts each at most once. */
export const funnelEvents = [
  'page_viewed',
  'play_clicked',
  'dialog_opened',
  'form_begun',
  'field_error',
  'submitted',
  'unlocked',
  'video_begun',
  'video_25',
  'video_50',
  'video_75',
  'video_100',
] as const

export type FunnelEvent = (typeof funnelEvents)[number]

/**
 * In place of a variant for visitors by an email's link. No variant can have this name, and desk.funnel (SQL)
 * keeps these steps apart.
 */
export const watchLink = 'watch link'

export type FunnelDetail = { event: FunnelEvent; variant: string }

declare global {
  interface DocumentEventMap {
    /** Components fire it. The loader answers the first of each step with `training:funnel`. */
    'training:step': CustomEvent<FunnelEvent>
    'training:funnel': CustomEvent<FunnelDetail>
  }
  interface Window {
    dataLayer?: { push(detail: FunnelDetail): unknown }
  }
}
