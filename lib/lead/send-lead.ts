import 'server-only'
import { serverEnv } from '@/lib/env'
import { logFailure } from '@/lib/server/log-failure'
import type { Lead } from '@/supabase/functions/_shared/lead'
import { callFunction } from './call-function'
import { leadContext } from './lead-context'
import { submissionKey } from './submission-key'

/**
 * Sends a lead (spec 7). Returns the id of the submission if the lead was stored. If the same form is sent again, no
 * second lead is stored.
 */
export async function sendLead(
  lead: Lead,
  headers: Headers,
  form: FormData,
  formId: string,
): Promise<string | undefined> {
  let submissionId: string | undefined
  const answer = await callFunction('', () => {
    submissionId = submissionKey(formId, lead, serverEnv().SUPABASE_SECRET_KEY)
    const body = { ...lead, context: leadContext(headers, form) }
    return { body, headers: { 'Idempotency-Key': submissionId } }
  })
  if ('body' in answer) return submissionId
  logFailure('lead_not_sent', answer.code, submissionId)
  return undefined
}
