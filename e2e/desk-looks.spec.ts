import { rm } from 'node:fs/promises'
import { type Stack, startStack } from '../local/stack.ts'
import { copyDatabase } from '../proof/harness/copy-database.ts'
import { createQuery } from '../proof/harness/query.ts'
import { testSettings } from '../proof/harness/test-settings.ts'
import { expectPictures, expectWords } from './look.ts'
import { test } from './test.ts'

// A desk of its own, in which nothing but these leads is shown.
const leads = `
  insert into leads (id, email, name, phone, phone_e164, country_code, created_at, updated_at)
  select ('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid, email, name, phone, e164, country, at, at
  from (values
    (1, 'ada@example.com', 'Ada Moreau', '(201) 555-0123', '+12015550123', 'US', '2026-11-20 09:14'::timestamptz),
    (2, 'noah@example.com', 'Noah Whitfield', '020 7946 0018', '+442079460018', 'UK', '2026-11-20 08:41'),
    (3, 'mei@example.com', 'Mei Tanaka', '604 555 0172', '+16045550172', 'CA', '2026-11-19 21:05'),
    (4, 'liam@example.com', 'Liam O’Brien', '12', null, 'AU', '2026-11-19 16:30'),
    (5, 'sofia@example.com', 'Sofía Delgado', '(305) 555-0144', '+13055550144', 'US', '2026-11-18 11:02'))
    lead (number, email, name, phone, e164, country, at);
  insert into lead_submissions (id, lead_id, content_hash, name, email, phone, phone_e164, country_code, consent,
    consent_text, consent_version, page, campaign, applied, created_at)
  select id, id, sha256(''), name, email, phone, phone_e164, country_code, true,
    'By ticking this box I agree to receive recurring text messages.', '2026-11', 'https://training.example.com/',
    case when phone_e164 like '+1%' then '{"utm_campaign": "autumn"}' else '{}' end::jsonb, true, created_at
  from leads;
  insert into outbox (submission_id, lead_id, kind, status, attempts, priority, queued_at, due_at, claimed_at, sent_at, last_error)
  select id, id, kind, status, 1, 3, created_at, created_at, created_at, case when status = 'sent' then created_at end,
    case when status = 'dead' then 'EENVELOPE RCPT TO 550 5.1.1 no such user' end
  from (select id, created_at, kind, case when email ~ 'mei' and kind = 'visitor' then 'dead' else 'sent' end as status
    from leads, (values ('visitor'), ('owner')) kinds (kind)) mail;
  insert into leads (id, email, name, phone, country_code, created_at)
  select gen_random_uuid(), number || '@example.com', 'Somebody', '1', 'US', '2026-11-02'::timestamptz
  from generate_series(1, 1346) number;
  insert into lead_submissions (id, lead_id, content_hash, name, email, phone, country_code, consent, variant, created_at)
  select id, id, sha256(''), name, email, phone, country_code, true,
    case when split_part(email, '@', 1)::integer <= 612 then 'control' else 'no-degree' end, created_at
  from leads where name = 'Somebody';
  insert into funnel_counts (day, variant, campaign, event, hits)
  select day::date, variant, '', event, (hits * (1 + 0.4 * sin(extract(day from day)))) ::bigint
  from generate_series('2026-11-01'::timestamptz, '2026-11-20', '1 day') day,
    (values ('control', 0), ('no-degree', 6)) variants (variant, more),
    lateral (values ('page_viewed', 300), ('play_clicked', 120), ('dialog_opened', 117), ('form_begun', 64),
      ('field_error', 7), ('submitted', 33 + more), ('unlocked', 32 + more), ('video_begun', 29 + more)) events (event, hits);`

const period = 'from=2026-11-01&to=2026-11-20'
const pages = {
  leads: '/?from=2026-11-18',
  person: '/leads/00000000-0000-4000-8000-000000000003',
  funnel: `/funnel?${period}`,
  variants: `/variants?${period}`,
}

// One after another, so that one worker starts the desk once for all of them.
test.describe.configure({ mode: 'default' })

let stack: Stack
let deskUrl: string
let dataDir: string

test.beforeAll(async () => {
  const settings = await testSettings({ TZ: 'UTC', SWEEP_SECONDS: '3600' })
  dataDir = settings.dataDir
  await copyDatabase(settings)
  stack = await startStack(settings, { services: ['gateway', 'desk'], log: () => {} })
  await createQuery(`http://127.0.0.1:${settings.gatewayPort}`, settings.secretKey)(leads)
  deskUrl = `http://localhost:${settings.deskPort}`
})

test.afterAll(async () => {
  await stack.stop()
  await rm(dataDir, { recursive: true })
})

for (const [name, path] of Object.entries(pages)) {
  test(`the desk’s page of ${name} looks as it should on a phone in the dark and on a screen`, async ({
    page,
  }) => {
    await page.goto(`${deskUrl}${path}`)
    await expectPictures(page, `desk ${name}`, [1280], true)
    await expectWords(page, `desk ${name}`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectPictures(page, `desk ${name}`, [360], true)
  })
}
