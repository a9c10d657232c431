import 'server-only'
import * as z from 'zod/mini'
import { siteSecret } from '@/lib/env'
import { logFailure } from '@/lib/server/log-failure'
import { nextStepCopy } from '@/site/next-step'
import type { Lead } from '@/supabase/functions/_shared/lead'
import { callFunction } from './call-function'
import { leadContext } from './lead-context'
import { submissionKey } from './submission-key'
import type { ShownStep } from './submit-lead-state'

/** An older function does not say. Then reminders count as on. */
const remindersOffSchema = z.object({ reminds: z.literal(false) })

/** An older function sends no token, and presses are not counted. */
const callSchema = z.object({ callToken: z.guid() })

/** With the visitor's own link, from the function's answer. */
export function nextStepOf(body: unknown): ShownStep | undefined {
  const { title, link, href } = nextStepCopy
  const token = callSchema.safeParse(body).data?.callToken
  return href ? { title, link, href: token ? `/call/${token}` : href } : undefined
}

/**
 * Spec 7. Returns the id of the submission, whether reminders are on, and the next step. The same form again
 * stores no second lead.
 */
export async function sendLead(
  lead: Lead,
  headers: Headers,
  form: FormData,
  formId: string,
): Promise<{ submissionId: string; reminds: boolean; nextStep?: ShownStep } | undefined> {
  let submissionId: string | undefined
  const answer = await callFunction('', () => {
    submissionId = submissionKey(formId, lead, siteSecret())
    const body = { ...lead, context: leadContext(headers, form) }
    return { body, headers: { 'Idempotency-Key': submissionId } }
  })
  if ('code' in answer) logFailure('lead_not_sent', answer.code, submissionId)
  else if (submissionId) {
    const reminds = !remindersOffSchema.safeParse(answer.body).success
    return { submissionId, reminds, nextStep: nextStepOf(answer.body) }
  }
  return undefined
}
