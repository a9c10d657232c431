import type { ReactNode } from 'react'
import type { Captions } from '@/lib/video/captions'
import type { LeadField } from '@/supabase/functions/_shared/lead'

export type FormValues = Record<Exclude<LeadField, 'consent'>, string>

type FieldErrors = Partial<Record<LeadField, { type: 'server'; message: string }>>

type Returned = { typed: FormValues; submissionId: string }

export type Video = { videoUrl: string; captions?: Captions }

export type LeadAnswer =
  | ({ status: 'invalid'; errors: FieldErrors } & Returned)
  | ({ status: 'unavailable' } & Returned)
  | ({ status: 'sent' } & Video)

export type SubmitLeadState = { status: 'idle' } | LeadAnswer

export type OwnLinkState = {
  status: 'ownLink'
  isUnavailable?: boolean
  isMeasured?: boolean
} & Partial<Video>
export type SubmitLead = (form: FormData) => Promise<LeadAnswer>

export type GateProps = {
  submitLead: SubmitLead
  /** The state at the first render. If the page answers a native post, this state is the result of the post. */
  state: SubmitLeadState | OwnLinkState
  fields?: ReactNode
}
