import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { openEmbeddedDatabase } from '../../local/database/embedded-database.ts'
import { seedDesk, seededPeople } from '../../local/seed-desk.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'seed-'))
test.after(() => rmSync(folder, { recursive: true }))

test('An empty desk gets people of two whole months and of this one, and one with leads stays as it is', async () => {
  const file = path.join(import.meta.dirname, '../../local/seed.ts')
  execFileSync(process.execPath, [file], { env: { ...process.env, LOCAL_DATA_DIR: folder } })
  const database = await openEmbeddedDatabase(folder)
  await assert.rejects(seedDesk(database), /has leads already/)
  const read = async (sql: string) => (await database.transaction((query) => query(sql)))[0]
  const stored = await read(`
    select count(*) as people,
      array_agg(distinct consent::text) as consents,
      max(created_at) < now() and min(created_at) > now() - interval '101 days' as is_recent,
      private.day_of(min(created_at)) < date_trunc('month', private.day_of(now())) - interval '2 months' as is_whole,
      count(call_again_on) > 2 as has_calls,
      (select count(*) > 10 from private.lead_notes) as has_notes,
      (select array_agg(distinct status::text) from private.outbox) as mails,
      (select count(*) > 0 from private.lead_submissions
        where private.ad_fault('google-ads', 'given', false, campaign) is null) as has_clicks
    from private.leads`)
  const mails = ['failed', 'held', 'sent']
  const consents = ['asked', 'confirmed', 'given', 'none', 'withdrawn']
  const has = { is_recent: true, is_whole: true, has_calls: true, has_notes: true, has_clicks: true }
  assert.deepEqual(stored, { people: seededPeople, consents, mails, ...has })

  const { counted, told } =
    (await read(`
      select
        (select jsonb_build_object(
          'leads', count(*),
          'begun', count(begun_at),
          'half', count(*) filter (where watched_percent >= 50),
          'end', count(*) filter (where watched_percent = 100),
          'variants', (select jsonb_object_agg(variant, n) from
            (select variant, count(*) n from private.leads where not (suspected_bot or preview) group by 1) tried))
        from private.leads where not (suspected_bot or preview)) as counted,
        (select jsonb_build_object(
          'leads', totals -> 'unlocked',
          'begun', totals -> 'video_begun',
          'half', totals -> 'video_50',
          'end', totals -> 'video_100',
          'variants', (select jsonb_object_agg(one ->> 'variant', one -> 'unlocked')
            from jsonb_array_elements(desk.variants()) one))
        from (select desk.funnel() -> 'totals' as totals) funnel) as told`)) ?? {}
  assert.deepEqual(told, counted)
  const [views, hours] = await Promise.all(
    ['funnel_counts', 'funnel_hours'].map((table) =>
      read(`select sum(hits)::integer as hits from private.${table} where event = 'page_viewed'`),
    ),
  )
  assert.deepEqual(views, hours)
  await database.close()
})
