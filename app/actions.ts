'use server'

import { headers } from 'next/headers'
import { videoUrl } from '@/lib/env'
import { readLeadForm, textField } from '@/lib/lead/read-lead-form'
import { sendLead } from '@/lib/lead/send-lead'
import { submissionKey } from '@/lib/lead/submission-key'
import type { LeadAnswer, SubmitLeadState } from '@/lib/lead/submit-lead-state'
import { leadErrors, leadSchema } from '@/supabase/functions/_shared/lead'

/**
 * Takes a lead and, once it is stored, gives the video's address (spec 4). Never throws and trusts neither
 * argument: both come from the network. The submission id is minted here for a visitor without scripts.
 */
export async function submitLead(_previous: SubmitLeadState, form: FormData): Promise<LeadAnswer> {
  const fields = form instanceof FormData ? form : new FormData()
  const { consent, ...typed } = readLeadForm(fields)
  const submissionId = textField(fields, 'submissionId') || crypto.randomUUID()
  const lead = leadSchema.safeParse({ ...typed, consent })
  if (!lead.success) {
    const messages = Object.entries(leadErrors(lead.error))
    const errors = Object.fromEntries(
      messages.map(([field, message]) => [field, { type: 'server', message }]),
    )
    return { status: 'invalid', errors, typed, submissionId }
  }

  const key = submissionKey(submissionId, lead.data)
  const isStored = await sendLead(lead.data, await headers(), fields, key)
  return isStored ? { status: 'sent', videoUrl: videoUrl() } : { status: 'unavailable', typed, submissionId }
}
