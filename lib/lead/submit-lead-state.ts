import type { Captions } from '@/lib/video/captions'
import type { ShownVideo } from '@/lib/video/shown-video'
import type { FieldName } from '@/supabase/functions/_shared/lead'
import type { FieldErrors } from './field-errors'

export type FormValues = Record<Exclude<FieldName, 'consent'>, string>

type Returned = { typed: FormValues; submissionId: string }

/** With the visitor's own link. Comes with the video, so that no script has to hold it. */
export type ShownStep = { title: string; link: string; href: string }

export type Video = ShownVideo & { captions?: Captions; nextStep?: ShownStep }

/**
 * After a stored lead. If reminders are on and tracking is allowed, `beginToken` later shows the site who has
 * begun the video.
 */
export type Unlocked = Video & { beginToken?: string }

export type LeadAnswer =
  | ({ status: 'invalid'; errors: FieldErrors } & Returned)
  | ({ status: 'unavailable' } & Returned)
  | ({ status: 'sent' } & Unlocked)

/** The form is empty, follows a watch link that opened no video, or answers a native post. */
export type SubmitLeadState = { status: 'idle' } | { status: 'unknownLink' } | LeadAnswer

/** Has the video only after a press of play. */
export type WatchLinkState = {
  status: 'watchLink'
  isUnavailable?: boolean
  isMeasured?: boolean
} & Partial<Video>
