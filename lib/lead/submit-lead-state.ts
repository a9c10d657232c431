import type { ReactNode } from 'react'
import type { Captions } from '@/lib/video/captions'
import type { LeadField } from '@/supabase/functions/_shared/lead'

/** What was typed, given back so that a page without scripts keeps it. Consent is never among it. */
export type TypedLead = Record<Exclude<LeadField, 'consent'>, string>

/** What is wrong with each field, in React Hook Form's shape. */
type FieldErrors = Partial<Record<LeadField, { type: 'server'; message: string }>>

/** What goes back into the form, with the id under which the same content is sent again. */
type Returned = { typed: TypedLead; submissionId: string }

/** The unlocked video: its address, empty when there is none, and its captions. */
export type Video = { videoUrl: string; captions?: Captions }

/** Every answer of the server action; the form and the page render each of them. */
export type LeadAnswer =
  | ({ status: 'invalid'; errors: FieldErrors } & Returned)
  | ({ status: 'unavailable' } & Returned)
  | ({ status: 'sent' } & Video)

export type SubmitLeadState = { status: 'idle' } | LeadAnswer
export type SubmitLead = (form: FormData) => Promise<LeadAnswer>

/** What the page hands down to the gate. */
export type GateProps = {
  submitLead: SubmitLead
  /** Other than idle where the page itself is the answer to a post. */
  state: SubmitLeadState
  /** What the form sends beside its own fields. */
  fields?: ReactNode
}
