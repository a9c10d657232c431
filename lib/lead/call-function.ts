import 'server-only'
import { FunctionsHttpError } from '@supabase/supabase-js'
import * as z from 'zod/mini'
import { logFailure } from '@/lib/server/log-failure'
import { supabase } from '@/lib/server/supabase'
import type { LinkOutcome } from '@/site/copy'

const timeoutMs = 8_000

/** The token of every link is a UUID. If the text is not a UUID, no call is needed. */
const tokenSchema = z.guid()

type Call = { body: object; headers?: Record<string, string> }
type Answer = { body: unknown } | { code: string | number }

/** Returns the answer of the function, or a code for the log. Never throws. */
export async function callFunction(path: string, makeCall: () => Call, timeout = timeoutMs): Promise<Answer> {
  try {
    const options = { ...makeCall(), timeout }
    const { data, error } = await supabase().functions.invoke<unknown>(`send-lead-email${path}`, options)
    if (!error) return { body: data }
    return { code: error instanceof FunctionsHttpError ? error.context.status : error.name }
  } catch (error) {
    return { code: error instanceof Error ? error.message : 'unknown' }
  }
}

/** Calls the function with the token of a link. Returns `unknown` if no person has this token. Repeatable. Never throws. */
export async function callByToken(
  path: string,
  token: string,
  event: string,
  more: () => object = () => ({}),
  timeout = timeoutMs,
): Promise<{ outcome: LinkOutcome; body?: unknown }> {
  if (!tokenSchema.safeParse(token).success) return { outcome: 'unknown' }
  const answer = await callFunction(path, () => ({ body: { token, ...more() } }), timeout)
  if ('body' in answer) return { outcome: 'done', body: answer.body }
  if (answer.code === 404) return { outcome: 'unknown' }
  logFailure(event, answer.code)
  return { outcome: 'unavailable' }
}
