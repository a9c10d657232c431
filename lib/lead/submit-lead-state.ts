import type { LeadErrors } from '@/supabase/functions/_shared/lead'

/** What was typed, given back so that a page without scripts keeps it. Consent is never among it. */
export type TypedLead = { name: string; email: string; phone: string; countryCode: string }

/** Every answer of the server action; the form and the page render each of them. */
export type SubmitLeadState =
  | { status: 'idle' }
  | { status: 'invalid'; errors: LeadErrors; typed: TypedLead }
  | { status: 'unavailable'; typed: TypedLead }
  | { status: 'sent'; videoUrl: string }
