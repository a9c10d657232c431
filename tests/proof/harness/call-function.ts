import { type Answer, answerTo, type Call, type Outcome } from '../../kit/answer.ts'
import type { Submission } from '../../kit/submission.ts'
import type { Chain } from './chain.ts'

const outcomes: Record<number, Outcome> = {
  ...{ 200: 'success', 201: 'success', 409: 'conflict', 429: 'retryable', 503: 'retryable' },
  ...{ 400: 'invalid', 408: 'invalid', 413: 'invalid', 415: 'invalid' },
  ...{ 401: 'unauthorised', 405: 'unauthorised' },
}

/** Calls the Edge Function with any body. The call has the valid key, unless its headers contain another one. */
export function callFunction({ functionUrl, settings }: Chain, call: Call): Promise<Answer> {
  const headers = { apikey: settings.secretKey, 'content-type': 'application/json', ...call.headers }
  return answerTo(functionUrl, { ...call, headers }, (status) => outcomes[status] ?? 'wrong')
}

/** Sends a submission to the Edge Function in the same way as the server action. */
export const submitToFunction = (
  chain: Chain,
  { key, ...lead }: Submission,
  evidence: object = {},
): Promise<Answer> =>
  callFunction(chain, {
    headers: { 'idempotency-key': key },
    body: JSON.stringify({
      ...{ ...lead, consent: true },
      context: { consentText: 'I agree.', consentVersion: '2026-11', ...evidence },
    }),
  })
