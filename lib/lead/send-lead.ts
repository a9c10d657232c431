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

/** An older function does not say whether reminders are on. The site then acts as if they were on. */
const remindersOffSchema = z.object({ reminds: z.literal(false) })

/** An older function sends no token, and its presses are not counted. */
const callSchema = z.object({ callToken: z.guid() })

/** Returns the next step with the visitor's own link to it, from an answer of the function, if the site has one. */
export function nextStepOf(body: unknown): ShownStep | undefined {
  const { title, link, href } = nextStepCopy
  const token = callSchema.safeParse(body).data?.callToken
  return href ? { title, link, href: token ? `/call/${token}` : href } : undefined
}

/**
 * Sends a lead (spec 7). If the lead was stored, returns the id of the submission, whether reminders are on, and the
 * next step. If the same form is sent again, no second lead is stored.
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
