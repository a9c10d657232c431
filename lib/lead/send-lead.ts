import 'server-only'
import { FunctionsHttpError } from '@supabase/supabase-js'
import { supabase } from '@/lib/server/supabase'
import type { Lead } from '@/supabase/functions/_shared/lead'
import { leadContext } from './lead-context'

const timeoutMs = 8_000

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
  try {
    const { error } = await supabase().functions.invoke('send-lead-email', {
      body: { ...lead, context: leadContext(headers, form) },
      headers: { 'Idempotency-Key': submissionId },
      timeout: timeoutMs,
    })
    if (!error) return true
    report(submissionId, error instanceof FunctionsHttpError ? error.context.status : error.name)
  } catch (error) {
    report(submissionId, error instanceof Error ? error.message : 'unknown')
  }
  return false
}

function report(submissionId: string, code: string | number): void {
  // biome-ignore lint/suspicious/noConsole: spec 8 has a failed submission logged; an id and a code are all of it
  console.error(JSON.stringify({ event: 'lead_not_sent', submissionId, code }))
}
