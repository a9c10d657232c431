'use server'

import { headers } from 'next/headers'
import { captions, videoUrl } from '@/lib/env'
import { shownVideo } from '@/lib/video/shown-video'
import { fieldMessages } from '@/site/fields'
import { leadSchema } from '@/supabase/functions/_shared/lead'
import { readConsentShown } from './consent-shown'
import { fieldError, fieldErrors } from './field-errors'
import { readLeadForm, textField } from './read-lead-form'
import { refusesTracking } from './refuses-tracking'
import { sendLead } from './send-lead'
import type { LeadAnswer } from './submit-lead-state'

/**
 * The server action: stores a lead and returns the video's address (spec 4). Never throws. Anybody can call
 * it with any input.
 */
export async function submitLead(form: FormData): Promise<LeadAnswer> {
  const fields = form instanceof FormData ? form : new FormData()
  const { consent, ...typed } = readLeadForm(fields)
  // Without scripts the form has no id. A double click posts it twice within a minute.
  const submissionId = textField(fields, 'submissionId') || `${Math.floor(Date.now() / 60_000)}`
  const lead = leadSchema.safeParse({ ...typed, consent })
  if (!lead.success) return { status: 'invalid', errors: fieldErrors(lead.error), typed, submissionId }
  // The box was ticked beside a text that this build does not know, and without it a consent proves nothing.
  if (!readConsentShown(textField(fields, 'consentId')))
    return {
      status: 'invalid',
      errors: { consent: fieldError(fieldMessages.consent) },
      typed,
      submissionId,
    }
  const requestHeaders = await headers()
  const stored = await sendLead(lead.data, requestHeaders, fields, submissionId)
  if (!stored) return { status: 'unavailable', typed, submissionId }
  const beginToken = stored.reminds && !refusesTracking(requestHeaders) ? stored.submissionId : undefined
  return {
    status: 'sent',
    ...shownVideo(videoUrl()),
    captions: captions(),
    beginToken,
    nextStep: stored.nextStep,
  }
}
