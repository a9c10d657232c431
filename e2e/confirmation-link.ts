import { expect } from '@playwright/test'
import { callFunction, sql } from './backend.ts'
import type { TestLead } from './visitor.ts'

/**
 * Stores a lead and returns the link in the email for double opt-in. The setting lead_settings.double_opt_in
 * is left off. If it were on, the emails in all other tests would change.
 */
export async function confirmationLink(lead: TestLead): Promise<string> {
  const stored = await callFunction({ ...lead, countryCode: 'US', consent: true })
  expect(stored.status).toBe(201)
  const token = crypto.randomUUID()
  await expect(async () => {
    const mails = await sql(
      `update private.outbox set token = $2, asked_number = '+12015550123' where kind = 'visitor' and status = 'sent'
        and submission_id = (select id from private.lead_submissions where email = $1) returning id`,
      [lead.email, token],
    )
    expect(mails).toHaveLength(1)
  }).toPass()
  return `/confirm/${token}/ask`
}
