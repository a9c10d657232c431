import { composeMail } from '../../supabase/functions/send-lead-email/mail/compose.ts'
import type { Mail } from '../../supabase/functions/send-lead-email/mail/write-mail.ts'
import { sampleEmail } from './sample-email.ts'

const submission = { submission_id: '0d7ea1d0-94a9-4f2c-9a4b-3a1c6d0f7b11' }
const links = {
  watch_token: '5b1c9a3e-7f42-4d0a-8c35-2e6f90b1d7a4',
  unsubscribe_token: '2f6a0c94-18de-4b73-a5c1-6b0e9d47f382',
  stop_token: '7d3f1b80-64c5-4e19-b2a7-90c4e8d15f36',
}
const own = {
  id: submission.submission_id,
  attempt: 1,
  submission_id: null,
  queued_at: sampleEmail().submitted_at,
} as const
const newest = ['Ada Lovelace', 'Grace Hopper', 'Katherine Johnson'].map((name, index) => ({
  ...{ lead_id: `${index}`, name, email: `${name.split(' ')[0]}@example.org`.toLowerCase() },
  phone: `+1201555012${index}`,
}))

/** Returns an email of each kind that this site sends, by its name. A picture of it has the same name. */
export function sampleMails(siteUrl: string): Record<string, Mail> {
  const compose = composeMail({ siteUrl })
  const visitor = sampleEmail({ ...submission, ...links, kind: 'visitor' })
  return {
    'the visitor’s mail': compose(visitor),
    'the visitor’s mail that asks to confirm': compose({ ...visitor, token: submission.submission_id }),
    'the reminder': compose({ ...visitor, event: 'reminder' }),
    'the owner’s mail': compose(sampleEmail(submission)),
    'the owner’s mail of a corrected lead without a valid phone': compose(
      sampleEmail({ ...submission, came_before: true, phone_e164: null, phone: '12' }),
    ),
    'the alert': compose({ ...own, kind: 'alert', contents: { failed: 3, delayed: 2, webhook: 1 } }),
    'the digest': compose({
      ...own,
      kind: 'digest',
      contents: {
        ...{ leads: 30, since: visitor.submitted_at, newest, withdrawals: 1, texts: 1, undelivered: 1 },
        withdrawn: [{ lead_id: own.id, name: 'Eve', email: 'eve@example.org', phone: '+12015550123' }],
        returned: [
          {
            ...{ lead_id: own.id, name: 'Bob', email: 'bob@example.org', phone: '+12015550124' },
            reason: 'bounced',
          },
        ],
        received: [{ sender: '+12015550199', words: 'Who is this?', received_at: visitor.submitted_at }],
      },
    }),
    'the overview of a day': compose({
      ...own,
      kind: 'overview',
      contents: {
        day: '2026-11-27',
        figures: {
          ...{ leads: [9, 12], may_be_texted: 10, won: { people: 2, value: 1200, currency: 'EUR' } },
          days: {
            '2026-11-26': { page_viewed: 280, unlocked: 10 },
            '2026-11-27': { page_viewed: 300, unlocked: 12 },
          },
          ...{ stored_since: '2026-01-01', counted_since: '2026-01-01', group_count: 2 },
          groups: [
            { name: 'campaign:autumn', leads: 8, views: 194, unlocked: 8 },
            { name: 'direct', leads: 4, views: null, unlocked: null },
          ],
        },
        waits: { failed: 1, held: 2, delayed: 0, overdue: 0, own: 0, to_call: 4, texts: 1 },
      },
    }),
    'the mail with the seal': compose({
      ...own,
      kind: 'seal',
      contents: { seal: `12:${'0f1e2d3c4b5a6978'.repeat(4)}`, removals: '' },
    }),
    'the notice': compose({
      ...own,
      kind: 'notice',
      contents: { added: ['grace@example.com'], removed: ['katherine@example.com'], by: 'ada' },
    }),
    'the notice about evidence': compose({
      ...own,
      kind: 'notice',
      contents: { settings: { keep_traces: ['3 mons', '1 mon'], seals_every: ['7 days', null] }, by: 'ada' },
    }),
    'the notice about a member': compose({
      ...own,
      kind: 'notice',
      contents: {
        ...{ member: 'grace', address: 'grace@example.com', role: 'colleague', change: 'added' },
        by: 'ada',
      },
    }),
    'the notice about an act on the web': compose({
      ...own,
      kind: 'notice',
      contents: { act: 'erase_lead', by: 'web:grace' },
    }),
    'the test mail': compose({ id: submission.submission_id, kind: 'test' }),
  }
}
