import { createHmac } from 'node:crypto'
import type { Lead } from '@/supabase/functions/_shared/lead'

/**
 * Returns the idempotency key of a submission, which is a UUID. The key is computed from the id and the content of
 * the form. It also depends on a secret, so nobody else can use the key to check a guess about the content.
 */
export function submissionKey(formId: string, lead: Lead, secret: string): string {
  const content = JSON.stringify([formId, lead])
  const digits = createHmac('sha256', secret).update(`submission:${content}`).digest('hex')
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
