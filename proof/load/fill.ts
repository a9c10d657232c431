import type { Chain } from '../harness/chain.ts'

const batch = 50_000

/** Adds leads of the last month, each with a submission and two sent mails, until `total` submissions are stored. */
export async function fillLeads(chain: Pick<Chain, 'query'>, total: number): Promise<void> {
  const [row] = await chain.query<{ count: number }>('select count(*) as count from public.lead_submissions')
  for (let stored = row?.count ?? 0; stored < total; stored += batch) {
    await chain.query(`
      with made as (
        insert into public.leads (email, name, phone, country_code, created_at)
        select gen_random_uuid() || '@example.com', 'Ada Lovelace', '(201) 555-0123', 'US',
          now() - interval '30 days' * random() - interval '2 days'
        from generate_series(1, ${Math.min(batch, total - stored)}) returning id, email, created_at
      ), submitted as (
        insert into public.lead_submissions (id, lead_id, content_hash, name, email, phone, country_code, consent,
          consent_text, created_at)
        select gen_random_uuid(), id, sha256(email::bytea), 'Ada Lovelace', email, '(201) 555-0123', 'US', true,
          'I agree.', created_at from made returning id, lead_id, created_at
      )
      insert into public.outbox (submission_id, lead_id, kind, status, attempts, due_at, claimed_at, sent_at,
        queued_at)
      select id, lead_id, kind, 'sent', 1, created_at, created_at, created_at, created_at
      from submitted, (values ('visitor'), ('owner')) kinds (kind)`)
  }
  await chain.query('vacuum analyze').catch(() => chain.query('analyze'))
}
