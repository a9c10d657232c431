import type { LeadWebhook } from '../database.ts'

/** Returns the JSON of a lead's webhook. It is the same in every attempt, except that the consent may have ended meanwhile. */
export function payloadOf(row: LeadWebhook): string {
  const at = new Date(row.submitted_at).toISOString()
  const { submission_id, lead_id, name, email, phone, phone_e164, country_code: country } = row
  const { campaign, variant, page, referrer, suspected_bot, merged, came_before } = row
  return JSON.stringify({
    type: row.watched_percent
      ? 'lead.watched'
      : row.withdrawn_by
        ? 'lead.consent_withdrawn'
        : row.confirms
          ? 'lead.confirmed'
          : 'lead.created',
    timestamp: row.watched_percent ? new Date(row.queued_at).toISOString() : at,
    data: {
      ...{ submission_id, lead_id, name, email, phone, phone_e164, country },
      ...row.extra,
      consent: { state: row.consent, text: row.consent_text, version: row.consent_version, at },
      ...{ campaign, variant, page, referrer, suspected_bot, merged, came_before },
      ...(row.watched_percent && { watched_percent: row.watched_percent }),
      // Omits the operator's database login.
      ...(row.withdrawn_by && { withdrawn_by: row.withdrawn_by.replace(/:.*/, '') }),
      ...(row.confirms && { confirms: row.confirms, confirmed_by: 'mailbox' }),
    },
  })
}
