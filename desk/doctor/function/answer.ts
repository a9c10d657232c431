import { sourceDigest } from '../../../supabase/functions/send-lead-email/source-digest.ts'
import { fault, ok, type Result, unseen } from '../result.ts'
import type { Seen } from '../seen.ts'
import type { FunctionAnswer } from './ask-function.ts'

const deploy = 'Deploy it (docs/deploy.md, step 6)'
const isAccepted = 'key accepted'
const version = 'function version'

/** Whether the function is there and works, lets the site's key in, and is of this version. */
export function checkAnswer({ target: { isLocal }, answer }: Seen): Result[] {
  if (answer.kind === 'health') {
    return [
      ok('function', 'The function send-lead-email answers.'),
      ok(
        isAccepted,
        isLocal
          ? 'The function accepts the key of the local stack.'
          : 'The function accepts SUPABASE_SECRET_KEY.',
      ),
      answer.health.version === sourceDigest
        ? ok(version, 'The function is of the same version as these sources.')
        : fault(version, 'The deployed function is of another version than these sources.', deploy),
    ]
  }
  const notSeen = 'The function did not tell.'
  const key = isOurRefusal(answer)
    ? fault(
        isAccepted,
        'The function does not accept SUPABASE_SECRET_KEY.',
        'Put a secret key of the project at SUPABASE_URL into SUPABASE_SECRET_KEY (dashboard, Settings, API keys); one that was made just now needs a minute',
      )
    : unseen(isAccepted, notSeen)
  return [explain(answer, isLocal), key, unseen(version, notSeen)]
}

const isOurRefusal = (answer: FunctionAnswer) =>
  answer.kind === 'other' && answer.status === 401 && answer.error === 'unauthorized'

function explain(answer: Exclude<FunctionAnswer, { kind: 'health' }>, isLocal: boolean): Result {
  if (answer.kind === 'silent') {
    return isLocal
      ? fault('function', `The local stack does not answer (${answer.code}).`, 'Start it: npm start')
      : fault(
          'function',
          `SUPABASE_URL does not answer (${answer.code}).`,
          'Compare SUPABASE_URL with the address of the project (dashboard, Settings, API); restore the project if it is paused',
        )
  }
  if (isOurRefusal(answer)) return ok('function', 'The function send-lead-email is deployed.')
  const { status, error } = answer
  if (status === 404)
    return fault('function', 'The function send-lead-email is not deployed at SUPABASE_URL.', deploy)
  if (status === 401) {
    return fault(
      'function',
      'Supabase refuses the call before the function sees it, because verify_jwt is on.',
      `supabase/config.toml turns verify_jwt off. ${deploy}`,
    )
  }
  if (error === 'invalid_lead') {
    return fault('function', 'The deployed function is so old that it cannot tell its health.', deploy)
  }
  if (error === 'unavailable') {
    return fault(
      'function',
      'The function finds no secret key in its project, so it refuses every lead.',
      `Make a secret key (dashboard, Settings, API keys); a project with legacy keys alone has none. Then: ${deploy}`,
    )
  }
  if (status >= 500) {
    return fault(
      'function',
      `The function does not start (status ${status}).`,
      isLocal
        ? 'Read what npm start printed of it'
        : 'Read its log (dashboard, Edge Functions, send-lead-email, Logs)',
    )
  }
  return fault(
    'function',
    `SUPABASE_URL answers, but not as this function (status ${status}).`,
    'Compare SUPABASE_URL with the address of the project (dashboard, Settings, API)',
  )
}
