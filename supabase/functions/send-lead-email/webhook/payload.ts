import { countries } from '../../../../site/fields.ts'
import type { ErasureWebhook, LeadWebhook } from '../database.ts'

/**
 * Every attempt sends the same JSON, except `may_be_mailed`, `consent.state`, `consent.may_be_texted`,
 * `current`, `booking` and `outcome`, which are as at the time of the post. `country` is in ISO 3166-1. An
 * erasure has only the person's id.
 */
export function payloadOf(row: LeadWebhook | ErasureWebhook): string {
  const queuedAt = new Date(row.queued_at).toISOString()
  const { lead_id, sequence } = row
  if (row.event === 'erased')
    return JSON.stringify({ type: 'lead.erased', timestamp: queuedAt, data: { sequence, lead_id } })
  const at = new Date(row.submitted_at).toISOString()
  const { submission_id, name, email, phone, phone_e164, country_code } = row
  // The form's code of the United Kingdom is not that of ISO 3166-1.
  const country = countries[country_code]?.region ?? country_code
  const { campaign, variant, page, referrer, suspected_bot, current, came_before, booking, outcome } = row
  return JSON.stringify({
    type: `lead.${row.event ?? (row.withdrawn_by ? 'consent_withdrawn' : row.confirms ? 'confirmed' : 'created')}`,
    timestamp: row.event ? queuedAt : at,
    data: {
      ...{ sequence, submission_id, lead_id, name, email, phone, phone_e164, country },
      ...row.extra,
      may_be_mailed: row.may_be_mailed,
      consent: {
        ...{ state: row.consent, may_be_texted: row.may_be_texted },
        ...{ text: row.consent_text, version: row.consent_version, at },
      },
      ...{ campaign, variant, page, referrer, suspected_bot, current, came_before },
      ...(booking && {
        booking: booking.state && {
          ...{ state: booking.state, starts_at: booking.starts_at, ends_at: booking.ends_at },
        },
      }),
      ...(outcome && {
        outcome: { state: outcome.state, value: outcome.value, currency: outcome.currency, at: outcome.at },
      }),
      ...(row.watched_percent && { watched_percent: row.watched_percent }),
      // Leaves out the operator's database login.
      ...(row.withdrawn_by && { withdrawn_by: row.withdrawn_by.replace(/:.*/, '') }),
      ...(row.confirms && { confirms: row.confirms, confirmed_by: 'mailbox' }),
    },
  })
}
