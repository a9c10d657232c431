import type { Captions } from '@/lib/video/captions'
import type { ShownVideo } from '@/lib/video/shown-video'
import type { FieldName } from '@/supabase/functions/_shared/lead'
import type { FieldErrors } from './field-errors'

export type FormValues = Record<Exclude<FieldName, 'consent'>, string>

type Returned = { typed: FormValues; submissionId: string }

/** The next step, with the visitor's own link to it. It comes with the video, so that no script has to hold it. */
export type ShownStep = { title: string; link: string; href: string }

export type Video = ShownVideo & { captions?: Captions; nextStep?: ShownStep }

/**
 * The video for a visitor whose lead was just stored. If reminders are on and the visitor allows tracking,
 * `beginToken` later tells the site who has begun the video.
 */
export type Unlocked = Video & { beginToken?: string }

export type LeadAnswer =
  | ({ status: 'invalid'; errors: FieldErrors } & Returned)
  | ({ status: 'unavailable' } & Returned)
  | ({ status: 'sent' } & Unlocked)

/**
 * The state in which the form begins. The form may be empty, follow a watch link that opened no video, or answer a
 * native post.
 */
export type SubmitLeadState = { status: 'idle' } | { status: 'unknownLink' } | LeadAnswer

/**
 * The state of the page that a watch link opens. The state contains the video only after the visitor has
 * pressed play.
 */
export type WatchLinkState = {
  status: 'watchLink'
  isUnavailable?: boolean
  isMeasured?: boolean
} & Partial<Video>
