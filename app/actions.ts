'use server'

import { headers } from 'next/headers'
import { videoUrl } from '@/lib/env'
import { leadContext } from '@/lib/lead/lead-context'
import { readLeadForm, textField } from '@/lib/lead/read-lead-form'
import { sendLead } from '@/lib/lead/send-lead'
import type { SubmitLeadState } from '@/lib/lead/submit-lead-state'
import { leadErrors, leadSchema } from '@/supabase/functions/_shared/lead'

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Takes a lead and, once it is stored, gives the video's address (spec 4). Never throws and trusts neither
 * argument: both come from the network. The submission id is minted here for a visitor without scripts.
 */
export async function submitLead(_previous: SubmitLeadState, form: FormData): Promise<SubmitLeadState> {
  const { consent, ...typed } = readLeadForm(form instanceof FormData ? form : new FormData())
  const lead = leadSchema.safeParse({ ...typed, consent })
  if (!lead.success) return { status: 'invalid', errors: leadErrors(lead.error), typed }

  const claimed = textField(form, 'submissionId')
  const submissionId = uuid.test(claimed) ? claimed : crypto.randomUUID()
  const sent = await sendLead(lead.data, leadContext(await headers(), form), submissionId)
  return sent ? { status: 'sent', videoUrl: videoUrl() } : { status: 'unavailable', typed }
}
