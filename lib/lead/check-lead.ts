import { type Lead, leadErrors, leadSchema } from '@/supabase/functions/_shared/lead'
import { readLeadForm, textField } from './read-lead-form'
import type { FormValues, LeadAnswer } from './submit-lead-state'

type Invalid = Extract<LeadAnswer, { status: 'invalid' }>
type Checked = { lead: Lead; typed: FormValues; submissionId: string }

/** Returns the lead in a form, or the error of each wrong field. Makes a submission id if the visitor runs no scripts. */
export function checkLead(fields: FormData): Checked | Invalid {
  const { consent, ...typed } = readLeadForm(fields)
  const submissionId = textField(fields, 'submissionId') || crypto.randomUUID()
  const lead = leadSchema.safeParse({ ...typed, consent })
  if (lead.success) return { lead: lead.data, typed, submissionId }
  const messages = Object.entries(leadErrors(lead.error))
  const errors = Object.fromEntries(messages.map(([field, message]) => [field, { type: 'server', message }]))
  return { status: 'invalid', errors, typed, submissionId }
}
