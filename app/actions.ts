'use server'

import { headers } from 'next/headers'
import { captions, videoUrl } from '@/lib/env'
import { checkLead } from '@/lib/lead/check-lead'
import { sendLead } from '@/lib/lead/send-lead'
import type { LeadAnswer } from '@/lib/lead/submit-lead-state'

/** Stores a lead and answers with the video's address (spec 4). Never throws. Anybody can send the form, so it is not trusted. */
export async function submitLead(form: FormData): Promise<LeadAnswer> {
  const fields = form instanceof FormData ? form : new FormData()
  const checked = checkLead(fields)
  if ('status' in checked) return checked

  const { lead, typed, submissionId } = checked
  const isStored = await sendLead(lead, await headers(), fields, submissionId)
  if (!isStored) return { status: 'unavailable', typed, submissionId }
  return { status: 'sent', videoUrl: videoUrl(), captions: captions() }
}
