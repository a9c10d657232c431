import 'server-only'
import type { StopOutcome } from '@/lib/site/copy'
import { callFunction } from './call-function'
import { visitorTraces } from './visitor-traces'

/** Withdraws the consent of the visitor whose mail has this token. `unavailable`: we cannot tell. Trying again is safe. */
export async function withdrawConsent(token: string, headers: Headers): Promise<StopOutcome> {
  const answer = await callFunction('/stop', () => {
    const { userAgent, ipHash } = visitorTraces(headers)
    return { body: { token, context: { userAgent, ipHash } } }
  })
  if ('body' in answer) return 'done'
  if (answer.code === 404) return 'unknown'
  // biome-ignore lint/suspicious/noConsole: the operator must learn of it; the log gets a code alone
  console.error(JSON.stringify({ event: 'consent_not_withdrawn', code: answer.code }))
  return 'unavailable'
}
