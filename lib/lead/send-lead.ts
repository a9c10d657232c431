import 'server-only'
import { serverEnv } from '@/lib/env'
import type { Lead } from '@/supabase/functions/_shared/lead'
import { callFunction } from './call-function'
import { leadContext } from './lead-context'
import { submissionKey } from './submission-key'

/**
 * Has the lead stored by the function `send-lead-email` (spec 7), with evidence from the request's headers and the form.
 * Resolves once it is committed, to true; to false, with a code in the log, when that is not certain: the same lead may
 * then be sent again under the id of its form. Never throws, also where the server lacks a setting.
 */
export async function sendLead(
  lead: Lead,
  headers: Headers,
  form: FormData,
  formId: string,
): Promise<boolean> {
  let submissionId: string | undefined
  const answer = await callFunction('', () => {
    submissionId = submissionKey(formId, lead, serverEnv().SUPABASE_SECRET_KEY)
    const body = { ...lead, context: leadContext(headers, form) }
    return { body, headers: { 'Idempotency-Key': submissionId } }
  })
  if ('body' in answer) return true
  // biome-ignore lint/suspicious/noConsole: spec 8 has a failed submission logged; an id and a code are all of it
  console.error(JSON.stringify({ event: 'lead_not_sent', submissionId, code: answer.code }))
  return false
}
