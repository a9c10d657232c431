/** The steps of a visitor, in order. A page view counts each of these steps at most once. */
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
 * Stands in a beacon in place of a variant if the visitor opened the video by the link in an email. No
 * variant can have this name. The SQL function desk.funnel keeps these steps apart.
 */
export const watchLink = 'watch link'

export type FunnelDetail = { event: FunnelEvent; variant: string }

declare global {
  interface DocumentEventMap {
    /** The components fire this event. The loader answers the first event of each step with `training:funnel`. */
    'training:step': CustomEvent<FunnelEvent>
    'training:funnel': CustomEvent<FunnelDetail>
  }
  interface Window {
    dataLayer?: { push(detail: FunnelDetail): unknown }
  }
}
