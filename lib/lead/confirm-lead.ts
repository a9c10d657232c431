import 'server-only'
import { FunctionsHttpError } from '@supabase/supabase-js'
import { supabase } from '@/lib/server/supabase'
import type { ConfirmationOutcome } from '@/lib/site/confirmation'
import { confirmationTexts, isConfirmationVersion } from './confirmation-texts'
import { visitorTraces } from './visitor-traces'

const timeoutMs = 8_000

/**
 * Has the function `send-lead-email` store that a visitor followed the link in their mail, with the text that they saw.
 * Returns how that ended; `unavailable`, with a code in the log, when it is not certain: confirming twice does no harm.
 */
export async function confirmLead(
  token: string,
  shown: string,
  headers: Headers,
): Promise<ConfirmationOutcome> {
  // Of a version that is not known the text is neither.
  const consent = isConfirmationVersion(shown)
    ? { consentText: confirmationTexts[shown], consentVersion: shown }
    : {}
  try {
    const { error } = await supabase().functions.invoke('send-lead-email/confirm', {
      body: { token, context: { ...consent, ...visitorTraces(headers) } },
      timeout: timeoutMs,
    })
    if (!error) return 'done'
    const code = error instanceof FunctionsHttpError ? error.context.status : error.name
    if (code === 404) return 'unknown'
    report(code)
  } catch (error) {
    report(error instanceof Error ? error.message : 'unknown')
  }
  return 'unavailable'
}

function report(code: string | number): void {
  // biome-ignore lint/suspicious/noConsole: the operator must learn of it; a code is all of it
  console.error(JSON.stringify({ event: 'lead_not_confirmed', code }))
}
