import type { Lead } from '../../desk/core/lead.ts'

/** Returns a lead with these changes, in the same form as the database returns it. */
export const sampleLead = (changes: Partial<Lead> = {}): Lead => ({
  id: '00000000-0000-4000-8000-000000000000',
  created_at: '2026-11-21T09:05:01.25+00:00',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  phone: '(201) 555-0123',
  phone_e164: '+12015550123',
  text_fault: null,
  country_code: 'US',
  extra: {},
  campaign: { utm_campaign: 'spring' },
  referrer: null,
  source: 'campaign:spring',
  noted: null,
  watched_percent: null,
  variant: null,
  submissions: 1,
  changes: 0,
  updated_at: '2026-11-21T09:05:01.25+00:00',
  latest_at: '2026-11-21T09:05:01.25+00:00',
  confirmed_at: null,
  call_again_on: null,
  booking: null,
  booking_pressed_at: null,
  booking_starts_at: null,
  booking_ends_at: null,
  currency: '',
  outcome: 'open',
  outcome_value: null,
  outcome_at: null,
  consent: 'given',
  consented_at: '2026-11-21T09:05:01.25+00:00',
  withdrawn_at: null,
  suspected_bot: false,
  is_doubtful: false,
  ad_faults: { 'google-ads': 'no click', 'microsoft-ads': 'no click' },
  preview: false,
  mails: [
    {
      kind: 'visitor',
      event: null,
      recipient: null,
      status: 'sent',
      reason: null,
      attempts: 1,
      last_error: null,
      due_at: '2026-11-20T10:00:00Z',
      sent_at: null,
    },
  ],
  failed: 0,
  held: 0,
  refuses_mails: false,
  ...changes,
})

/** Yields pages of leads, like the function that reads them from the database. */
export async function* pagesOf(...pages: Lead[][]) {
  yield* pages
}
