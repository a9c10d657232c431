import 'server-only'
import { FunctionsHttpError } from '@supabase/supabase-js'
import * as z from 'zod/mini'
import { logFailure } from '@/lib/server/log-failure'
import { supabase } from '@/lib/server/supabase'
import type { LinkOutcome } from '@/site/copy'

const timeoutMs = 8_000

/** Tokens of links are UUIDs. Anything else needs no call. */
const tokenSchema = z.guid()

type Call = { body: object; headers?: Record<string, string> }
type Answer = { body: unknown } | { code: string | number }

/** Returns the function's answer, or a code for the log. Never throws. */
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

/** With a link's token. `unknown` if nobody has it. Repeatable. Never throws. */
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
