import { createHmac } from 'node:crypto'
import type { Lead } from '@/supabase/functions/_shared/lead'

/**
 * The idempotency key, a UUID from the form's id and content, and a secret: so nobody else can check a guess
 * of the content.
 */
export function submissionKey(formId: string, lead: Lead, secret: string): string {
  const content = JSON.stringify([formId, lead])
  const digits = createHmac('sha256', secret).update(`submission:${content}`).digest('hex')
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
