import 'server-only'
import type { Lead } from '@/supabase/functions/_shared/lead'
import { callFunction } from './call-function'
import { leadContext } from './lead-context'

/**
 * Has the lead stored by the function `send-lead-email` (spec 7), with evidence from the request's headers and the form.
 * Resolves once it is committed, to true; to false, with a code in the log, when that is not certain: the same submission
 * id may then be sent again. Never throws, also where the server lacks a setting.
 */
export async function sendLead(
  lead: Lead,
  headers: Headers,
  form: FormData,
  submissionId: string,
): Promise<boolean> {
  const makeBody = () => ({ ...lead, context: leadContext(headers, form) })
  const code = await callFunction('', makeBody, { 'Idempotency-Key': submissionId })
  if (code === undefined) return true
  // biome-ignore lint/suspicious/noConsole: spec 8 has a failed submission logged; an id and a code are all of it
  console.error(JSON.stringify({ event: 'lead_not_sent', submissionId, code }))
  return false
}
