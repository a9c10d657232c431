import type { LeadEmail } from '../../supabase/functions/send-lead-email/database.ts'

/** Returns a row as claim_mails would return it. */
export function sampleEmail(changes: Partial<LeadEmail> = {}): LeadEmail {
  return {
    id: crypto.randomUUID(),
    kind: 'owner',
    attempt: 1,
    name: 'Ada Lovelace',
    email: 'ada@example.org',
    phone: '(201) 555-0123',
    phone_e164: '+12015550123',
    country_code: 'US',
    consent_version: '2026-11',
    page: 'https://example.com/',
    referrer: 'https://search.example/',
    extra: {},
    campaign: { utm_source: 'newsletter' },
    submission_id: crypto.randomUUID(),
    submitted_at: '2026-11-20T10:44:55.401+00:00',
    came_before: false,
    consent: 'given',
    ...changes,
  }
}
