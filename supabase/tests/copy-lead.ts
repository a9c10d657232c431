import type { TestDatabase } from './test-database.ts'

/**
 * Copies the only stored lead this many times. Each copy is a different person with a submission and mails. Tests
 * then claim these mails. It copies neither the evidence of the submission nor the counts of its source and mailbox.
 */
export const copyLead = ({ query }: TestDatabase, count: number) =>
  query(`
    with person as (
      insert into leads (email, name, phone, country_code)
      select gen_random_uuid() || '@example.org', name || ' ' || n, phone, country_code
      from leads, generate_series(1, ${count}) n
      returning id, email, name
    ), submission as (
      insert into lead_submissions
        (id, lead_id, content_hash, name, email, phone, country_code, consent, consent_text, suspected_bot,
         merged, held_until)
      select gen_random_uuid(), person.id, sha256(person.email::bytea), person.name, person.email, phone, country_code,
        consent, consent_text, suspected_bot, merged, held_until
      from lead_submissions, person
      returning id, lead_id
    )
    insert into outbox (submission_id, lead_id, kind, status, reason, priority, due_at)
    select submission.id, submission.lead_id, kind, status, reason, priority, due_at
    from outbox, submission`)
