import 'server-only'
import * as z from 'zod/mini'
import { siteSecret } from '@/lib/env'
import { logFailure } from '@/lib/server/log-failure'
import { nextStepCopy } from '@/site/next-step'
import type { Lead } from '@/supabase/functions/_shared/lead'
import { callFunction } from './call-function'
import { leadContext } from './lead-context'
import { submissionKey } from './submission-key'

/** An older function does not say whether reminders are on. The site then acts as if they were on. */
const remindersOffSchema = z.object({ reminds: z.literal(false) })

/** An older function sends no token. */
const callSchema = z.object({ callToken: z.guid() })

/**
 * Returns the token of the visitor's link to the next step, from an answer of the function, if the site has a next
 * step.
 */
export const callTokenOf = (body: unknown) =>
  nextStepCopy.href ? callSchema.safeParse(body).data?.callToken : undefined

/**
 * Sends a lead (spec 7). If the lead was stored, returns the id of the submission, whether reminders are on, and the
 * token of the link to the next step. If the same form is sent again, no second lead is stored.
 */
export async function sendLead(
  lead: Lead,
  headers: Headers,
  form: FormData,
  formId: string,
): Promise<{ submissionId: string; reminds: boolean; callToken?: string } | undefined> {
  let submissionId: string | undefined
  const answer = await callFunction('', () => {
    submissionId = submissionKey(formId, lead, siteSecret())
    const body = { ...lead, context: leadContext(headers, form) }
    return { body, headers: { 'Idempotency-Key': submissionId } }
  })
  if ('code' in answer) logFailure('lead_not_sent', answer.code, submissionId)
  else if (submissionId) {
    const reminds = !remindersOffSchema.safeParse(answer.body).success
    return { submissionId, reminds, callToken: callTokenOf(answer.body) }
  }
  return undefined
}
