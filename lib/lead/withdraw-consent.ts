import 'server-only'
import type { StopOutcome } from '@/lib/site/copy'
import { callFunction } from './call-function'
import { visitorTraces } from './visitor-traces'

/**
 * Has the function `send-lead-email` store that a visitor withdrew their consent by the link in their mail. Returns how that
 * ended; `unavailable`, with a code in the log, when it is not certain: withdrawing twice does no harm.
 */
export async function withdrawConsent(token: string, headers: Headers): Promise<StopOutcome> {
  const answer = await callFunction('/stop', () => {
    const { userAgent, ipHash } = visitorTraces(headers)
    return { body: { token, context: { userAgent, ipHash } } }
  })
  if ('body' in answer) return 'done'
  if (answer.code === 404) return 'unknown'
  // biome-ignore lint/suspicious/noConsole: the operator must learn of it; a code is all of it
  console.error(JSON.stringify({ event: 'consent_not_withdrawn', code: answer.code }))
  return 'unavailable'
}
