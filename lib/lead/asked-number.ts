import 'server-only'
import * as z from 'zod/mini'
import type { ConfirmationOutcome } from '@/lib/site/copy'
import { callFunction } from './call-function'

const answerSchema = z.object({ phone: z.string() })

/**
 * Returns the number, in E.164, that a link in a visitor's mail asks to confirm; or `unknown` for a link that asks for none, and
 * `unavailable`, with a code in the log, when that is not certain. Never throws.
 */
export async function askedNumber(
  token: string,
): Promise<{ number: string } | { outcome: ConfirmationOutcome }> {
  const answer = await callFunction('/ask', () => ({ body: { token } }))
  if ('code' in answer && answer.code === 404) return { outcome: 'unknown' }
  const asked = 'body' in answer ? answerSchema.safeParse(answer.body) : undefined
  if (asked?.success) return { number: asked.data.phone }
  // biome-ignore lint/suspicious/noConsole: the operator must learn of it; a code is all of it
  console.error(JSON.stringify({ event: 'number_not_asked', code: 'code' in answer ? answer.code : 'shape' }))
  return { outcome: 'unavailable' }
}
