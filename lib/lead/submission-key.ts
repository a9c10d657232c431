import { createHmac } from 'node:crypto'
import type { Lead } from '@/supabase/functions/_shared/lead'

/**
 * The idempotency key of a submission, a UUID (version 8 of RFC 9562) made of the id that its form carries and of what
 * was typed: the same content sent again is the same submission, a correction is another. Logs and seals keep it after an
 * erasure, so only whoever has the server's secret can find out of what it was made.
 */
export function submissionKey(formId: string, lead: Lead, secret: string): string {
  const content = JSON.stringify([formId, lead])
  const digits = createHmac('sha256', secret).update(`submission:${content}`).digest('hex')
  const variant = '89ab'[Number.parseInt(digits[16] ?? '', 16) & 3]
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-')
}
