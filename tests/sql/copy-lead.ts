import type { TestDatabase } from './test-database.ts'

/**
 * Copies the only lead in the database this many times, so that a test can claim many emails. Each copy is
 * another person with a submission and emails of their own. The evidence of the submission is not copied, and
 * the copies do not count towards the limits of a source or a mailbox.
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
         merged, held)
      select gen_random_uuid(), person.id, sha256(person.email::bytea), person.name, person.email, phone, country_code,
        consent, consent_text, suspected_bot, merged, held
      from lead_submissions, person
      returning id, lead_id
    )
    insert into outbox (submission_id, lead_id, kind, status, reason, priority, due_at)
    select submission.id, submission.lead_id, kind, status, reason, priority, due_at
    from outbox, submission`)
