import type { Captions } from '@/lib/video/captions'
import type { FieldName } from '@/supabase/functions/_shared/lead'

export type FormValues = Record<Exclude<FieldName, 'consent'>, string>

type FieldErrors = Partial<Record<FieldName, { type: 'server'; message: string }>>

type Returned = { typed: FormValues; submissionId: string }

export type Video = { videoUrl: string; captions?: Captions }

/**
 * The video for a lead that was just stored. If the visitor allows tracking, `beginToken` tells the site who begins the video.
 */
export type Unlocked = Video & { beginToken?: string }

export type LeadAnswer =
  | ({ status: 'invalid'; errors: FieldErrors } & Returned)
  | ({ status: 'unavailable' } & Returned)
  | ({ status: 'sent' } & Unlocked)

/** What the form begins with: nothing, an own link that opened no video, or the answer to a native post of the form. */
export type SubmitLeadState = { status: 'idle' } | { status: 'unknownLink' } | LeadAnswer

/** The page of a visitor's own link. The state contains the video once the visitor has pressed play. */
export type OwnLinkState = {
  status: 'ownLink'
  isUnavailable?: boolean
  isMeasured?: boolean
} & Partial<Video>
