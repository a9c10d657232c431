import 'server-only'
import * as z from 'zod/mini'
import { logFailure } from '@/lib/server/log-failure'
import { type ConfirmationVersion, confirmationTexts } from '@/site/confirmation-texts'
import type { LinkOutcome } from '@/site/copy'
import { callByToken } from './call-function'
import { visitorTraces } from './visitor-traces'

const askedSchema = z.object({ phone: z.string() })

/** In E.164, or why there is none to confirm. Never throws. */
export async function askedNumber(token: string): Promise<{ number: string } | { outcome: LinkOutcome }> {
  const { outcome, body } = await callByToken('/ask', token, 'number_not_asked')
  if (outcome !== 'done') return { outcome }
  const asked = askedSchema.safeParse(body)
  if (asked.success) return { number: asked.data.phone }
  logFailure('number_not_asked', 'shape')
  return { outcome: 'unavailable' }
}

/** Never throws. */
export async function confirmLead(token: string, shown: string, headers: Headers): Promise<LinkOutcome> {
  if (!isConfirmationVersion(shown)) return 'unknown'
  const consent = { consentText: confirmationTexts[shown], consentVersion: shown }
  const { outcome } = await callByToken('/confirm', token, 'lead_not_confirmed', () => ({
    context: { ...consent, ...visitorTraces(headers) },
  }))
  return outcome
}

function isConfirmationVersion(text: string): text is ConfirmationVersion {
  return Object.hasOwn(confirmationTexts, text)
}
