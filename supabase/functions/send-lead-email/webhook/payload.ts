import type { LeadWebhook } from '../database.ts'

/** Returns the JSON to post about a lead. Every attempt posts the same JSON, except that the consent may have ended since. */
export function payloadOf(row: LeadWebhook): string {
  const at = new Date(row.submitted_at).toISOString()
  return JSON.stringify({
    type: row.watched
      ? 'lead.watched'
      : row.withdrawn_by
        ? 'lead.consent_withdrawn'
        : row.confirms
          ? 'lead.confirmed'
          : 'lead.created',
    timestamp: row.watched ? new Date(row.queued_at).toISOString() : at,
    data: {
      submission_id: row.submission_id,
      lead_id: row.lead_id,
      name: row.name,
      email: row.email,
      phone: row.phone,
      phone_e164: row.phone_e164,
      country: row.country_code,
      ...row.extra,
      consent: { state: row.consent_state, text: row.consent_text, version: row.consent_version, at },
      campaign: row.campaign,
      variant: row.variant,
      page: row.page,
      referrer: row.referrer,
      suspected_bot: row.suspected_bot,
      applied: row.applied,
      came_before: row.came_before,
      ...(row.watched && { watched_percent: row.watched }),
      // The login of the person at the desk is left out.
      ...(row.withdrawn_by && { withdrawn_by: row.withdrawn_by.replace(/:.*/, '') }),
      ...(row.confirms && { confirms: row.confirms, confirmed_by: 'mailbox' }),
    },
  })
}
