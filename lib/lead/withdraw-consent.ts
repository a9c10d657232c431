import 'server-only'
import type { LinkOutcome } from '@/lib/site/copy'
import { callByToken } from './call-function'
import { visitorTraces } from './visitor-traces'

/** Withdraws the consent of the visitor whose mail has this token. Never throws. */
export async function withdrawConsent(token: string, headers: Headers): Promise<LinkOutcome> {
  const { outcome } = await callByToken('/stop', token, 'consent_not_withdrawn', () => ({
    context: visitorTraces(headers),
  }))
  return outcome
}
