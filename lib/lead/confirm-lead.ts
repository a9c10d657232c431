import 'server-only'
import type { ConfirmationOutcome } from '@/lib/site/copy'
import { callFunction } from './call-function'
import { confirmationTexts, isConfirmationVersion } from './confirmation-texts'
import { visitorTraces } from './visitor-traces'

/**
 * Has the function `send-lead-email` store that a visitor followed the link in their mail, with the text that they saw.
 * Returns how that ended; `unavailable`, with a code in the log, when it is not certain: confirming twice does no harm.
 */
export async function confirmLead(
  token: string,
  shown: string,
  headers: Headers,
): Promise<ConfirmationOutcome> {
  // A text that this site never showed is nothing that anybody agreed to.
  if (!isConfirmationVersion(shown)) return 'unknown'
  const consent = { consentText: confirmationTexts[shown], consentVersion: shown }
  const answer = await callFunction('/confirm', () => ({
    body: { token, context: { ...consent, ...visitorTraces(headers) } },
  }))
  if ('body' in answer) return 'done'
  if (answer.code === 404) return 'unknown'
  // biome-ignore lint/suspicious/noConsole: the operator must learn of it; a code is all of it
  console.error(JSON.stringify({ event: 'lead_not_confirmed', code: answer.code }))
  return 'unavailable'
}
