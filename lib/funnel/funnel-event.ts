/** The steps of a visitor's way, in its order; each page view has each of them at most once (docs/architecture.md). */
export const funnelEvents = [
  'page_viewed',
  'play_clicked',
  'dialog_opened',
  'form_begun',
  'field_error',
  'submitted',
  'unlocked',
  'video_begun',
] as const

export type FunnelEvent = (typeof funnelEvents)[number]

/** What the page says of a step: by the event `training:funnel` at the document, and to `dataLayer` where there is one. */
export type FunnelDetail = { event: FunnelEvent; variant: string }

declare global {
  interface DocumentEventMap {
    'training:funnel': CustomEvent<FunnelDetail>
  }
  interface Window {
    /** The queue of a tag manager that the operator has added. */
    dataLayer?: { push(detail: FunnelDetail): unknown }
  }
}
