import 'server-only'
import * as z from 'zod/mini'
import { siteSecret } from '@/lib/env'
import { logFailure } from '@/lib/server/log-failure'
import type { Lead } from '@/supabase/functions/_shared/lead'
import { callFunction } from './call-function'
import { leadContext } from './lead-context'
import { submissionKey } from './submission-key'

/** An older function does not say whether reminders are on. The site then acts as if they were on. */
const remindersOffSchema = z.object({ reminds: z.literal(false) })

/**
 * Sends a lead (spec 7). If the lead was stored, returns the id of the submission and whether reminders are on. If the
 * same form is sent again, no second lead is stored.
 */
export async function sendLead(
  lead: Lead,
  headers: Headers,
  form: FormData,
  formId: string,
): Promise<{ submissionId: string; reminds: boolean } | undefined> {
  let submissionId: string | undefined
  const answer = await callFunction('', () => {
    submissionId = submissionKey(formId, lead, siteSecret())
    const body = { ...lead, context: leadContext(headers, form) }
    return { body, headers: { 'Idempotency-Key': submissionId } }
  })
  if ('code' in answer) logFailure('lead_not_sent', answer.code, submissionId)
  else if (submissionId) return { submissionId, reminds: !remindersOffSchema.safeParse(answer.body).success }
  return undefined
}
