import type { LeadWebhook } from '../database.ts'

/** Returns the JSON that is posted about a lead, the same for every attempt, so that a duplicate looks the same. */
export function payloadOf(row: LeadWebhook): string {
  const at = new Date(row.submitted_at).toISOString()
  return JSON.stringify({
    type: row.confirms ? 'lead.confirmed' : 'lead.created',
    timestamp: at,
    data: {
      submission_id: row.submission_id,
      lead_id: row.lead_id,
      name: row.name,
      email: row.email,
      phone: row.phone,
      phone_e164: row.phone_e164,
      country: row.country_code,
      ...row.extra,
      consent: { text: row.consent_text, version: row.consent_version, at },
      campaign: row.campaign,
      variant: row.variant,
      page: row.page,
      referrer: row.referrer,
      suspected_bot: row.suspected_bot,
      applied: row.applied,
      came_before: row.came_before,
      ...(row.confirms && { confirms: row.confirms, confirmed_by: 'mailbox' }),
    },
  })
}
