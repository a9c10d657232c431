import 'server-only'
import * as z from 'zod/mini'
import { logFailure } from '@/lib/server/log-failure'
import type { ConfirmationOutcome } from '@/lib/site/copy'
import { callFunction } from './call-function'
import { confirmationTexts, isConfirmationVersion } from './confirmation-texts'
import { visitorTraces } from './visitor-traces'

const askedSchema = z.object({ phone: z.string() })

/** Takes the token of a visitor's link. Returns the phone number (E.164) to confirm, or why there is no number. Never throws. */
export async function askedNumber(
  token: string,
): Promise<{ number: string } | { outcome: ConfirmationOutcome }> {
  const answer = await callFunction('/ask', () => ({ body: { token } }))
  if ('code' in answer && answer.code === 404) return { outcome: 'unknown' }
  const asked = 'body' in answer ? askedSchema.safeParse(answer.body) : undefined
  if (asked?.success) return { number: asked.data.phone }
  logFailure('number_not_asked', 'code' in answer ? answer.code : 'shape')
  return { outcome: 'unavailable' }
}

/** Stores a confirmation with the text that the page showed. Confirming again is safe. Never throws. */
export async function confirmLead(
  token: string,
  shown: string,
  headers: Headers,
): Promise<ConfirmationOutcome> {
  if (!isConfirmationVersion(shown)) return 'unknown'
  const consent = { consentText: confirmationTexts[shown], consentVersion: shown }
  const answer = await callFunction('/confirm', () => ({
    body: { token, context: { ...consent, ...visitorTraces(headers) } },
  }))
  if ('body' in answer) return 'done'
  if (answer.code === 404) return 'unknown'
  logFailure('lead_not_confirmed', answer.code)
  return 'unavailable'
}
