import { type Answer, answerTo, type Outcome } from './answer.ts'
import type { Chain } from './chain.ts'
import type { Submission } from './submission.ts'

const outcomes: Record<number, Outcome> = {
  200: 'success',
  201: 'success',
  400: 'invalid',
  401: 'unauthorised',
  405: 'unauthorised',
  408: 'invalid',
  409: 'conflict',
  413: 'invalid',
  415: 'invalid',
  429: 'retryable',
  503: 'retryable',
}

type FunctionChain = Pick<Chain, 'functionUrl' | 'settings'>

/** Sends anything at all to the function, with the valid key unless the headers say otherwise. */
export function callFunction(
  chain: FunctionChain,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
): Promise<Answer> {
  const headers = {
    apikey: chain.settings.secretKey,
    'content-type': 'application/json',
    ...init.headers,
  }
  const request = { method: 'POST', ...init, headers }
  return answerTo(chain.functionUrl, request, (status) => outcomes[status] ?? 'wrong')
}

/** Sends a submission to the function as the server action does. */
export function submitToFunction(
  chain: FunctionChain,
  { key, ...lead }: Submission,
  context: object = { consentText: 'I agree.', consentVersion: '2026-11' },
): Promise<Answer> {
  return callFunction(chain, {
    headers: { 'idempotency-key': key },
    body: JSON.stringify({ ...lead, consent: true, context }),
  })
}
