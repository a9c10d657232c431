/**
 * SQL for the leads and visits of a small shop before `last` (a Postgres timestamp): by default 300 leads in
 * the last 30 days and 250 in the 30 before. Each count of the funnel is of a lead or a visitor who left, so
 * all figures agree. Some have a campaign, some of these in two spellings; others a referrer, or came
 * directly. A few look like bots, have an invalid number, or an email that failed or is held. One is from a
 * preview.
 */
export const seedLeads = (last: string, { people = 550, days = 60 } = {}) => `
  create temp table seeded as
  select
    number,
    ('00000000-0000-4000-9000-' || lpad(number::text, 12, '0'))::uuid as id,
    (array['Ada', 'Noah', 'Mei', 'Liam', 'Sofía', 'Jürgen', 'Oluwaseun', 'Fatima'])[1 + number % 8]
      || ' '
      || (array['Moreau', 'Whitfield', 'Tanaka', 'O’Brien', 'Delgado', 'Großmann', 'Adeyemi'])[1 + number % 7]
      as name,
    (array['ada', 'noah', 'mei', 'liam', 'sofia', 'jurgen', 'oluwaseun', 'fatima'])[1 + number % 8]
      || number
      || '@example.com' as email,
    -- Of each area code, these are the numbers that belong to nobody.
    (array['201', '202', '203', '206', '212', '213'])[1 + number / 100] as area,
    '01' || lpad((number % 100)::text, 2, '0') as line,
    -- A mail on hold is deleted after 30 days.
    number % 23 = 5 and number <= ${people} * 20 / ${days} as suspected_bot,
    number = 40 as preview,
    number % 31 = 7 as is_invalid,
    (array['control', 'no-degree'])[1 + number / 6 % 2] as variant,
    jsonb_strip_nulls(jsonb_build_object(
      'campaign', case number % 6
        when 0 then '{"utm_campaign": "Autumn", "utm_medium": "email", "utm_content": "top button"}'::jsonb
        when 1 then '{"utm_campaign": "autumn ", "utm_medium": "email", "utm_content": "last line"}'
        when 2 then '{"utm_campaign": "yt-shorts", "utm_medium": "cpc", "gclid": "EAIaIQobChMIexample"}'
        else '{}'
      end,
      'referrer', case
        when number % 6 = 3 then 'https://www.google.com/'
        when number % 12 = 4 then 'https://www.reddit.com/r/smallbusiness'
        when number % 12 = 10 then 'https://news.example.org/article'
      end)) as context,
    timestamptz '${last}'
      - (number * ${(days - 5) / people} + 0.9 * sin(number * 0.9 / 5)) * interval '1 day'
      + (number * 37 % 13 - 12) * interval '1 hour' as at
  from generate_series(1, ${people}) number;

  insert into private.leads
    (id, email, name, phone, phone_e164, country_code, source, medium, content, variant, suspected_bot, preview,
      begun_at, watched_percent, created_at, updated_at)
  select
    id,
    email,
    name,
    case when is_invalid then '12' else format('(%s) 555-%s', area, line) end,
    case when not is_invalid then format('+1%s555%s', area, line) end,
    'US',
    private.source_of(context),
    context -> 'campaign' ->> 'utm_medium',
    context -> 'campaign' ->> 'utm_content',
    variant,
    suspected_bot,
    preview,
    case when number % 8 <> 6 and not (suspected_bot or preview) then at + interval '3 minutes' end,
    case when not (suspected_bot or preview) then (array[null, 25, 50, 100, 75, 100, null, 25])[1 + number % 8] end,
    at,
    at
  from seeded;

  insert into private.lead_submissions
    (id, lead_id, content_hash, name, email, phone, phone_e164, country_code, consent, consent_text,
      consent_version, page, referrer, campaign, suspected_bot, preview, merged, created_at, held)
  select
    id,
    id,
    sha256(''),
    leads.name,
    leads.email,
    phone,
    phone_e164,
    country_code,
    true,
    'By ticking this box I agree to receive recurring text messages.',
    '2026-11',
    'https://training.example.com/',
    context ->> 'referrer',
    context -> 'campaign',
    leads.suspected_bot,
    leads.preview,
    not leads.suspected_bot,
    at,
    leads.suspected_bot
  from private.leads
  join seeded using (id);

  insert into private.consent_events (id, lead_id, number, kind, said_by, happened_at)
  select event_id, lead_id, coalesce(phone_e164, phone), 'given', 'form', created_at
  from private.lead_submissions
  where not (suspected_bot or preview)
  union all
  select nextval('private.event_ids'), id, coalesce(phone_e164, phone), 'withdrawn', 'link', at + interval '2 hours'
  from private.leads
  join (select id, at from seeded where number % 19 = 3 and not suspected_bot) left_again using (id);

  insert into private.outbox
    (submission_id, lead_id, kind, mailbox, status, reason, attempts, priority, queued_at, due_at, claimed_at,
      sent_at, last_error)
  select
    id,
    id,
    kind,
    case when kind = 'visitor' and not preview then private.mailbox_key(email) end,
    status,
    case status when 'held' then 'suspected_bot' when 'failed' then 'rejected' end,
    1,
    (kind || '_retry')::private.message_priority,
    at,
    at,
    at,
    case when status = 'sent' then at end,
    case
      when status = 'failed' then (array[
        'EENVELOPE RCPT TO 550 5.1.1 no such user',
        'EENVELOPE RCPT TO 552 5.2.2 mailbox full',
        'EENVELOPE RCPT TO 554 5.7.1 Client host blocked using a blocklist'])[1 + number % 3]
    end
  from (
    select
      *,
      case
        when suspected_bot then 'held'
        when kind = 'visitor' and number % 40 between 11 and 12 then 'failed'
        else 'sent'
      end as status
    from seeded, (values ('visitor'), ('owner')) kinds (kind)
  ) mail;

  -- Each lead was a visitor, and the others came up to two days earlier and left.
  create temp table visits as
  select
    at,
    variant,
    coalesce(private.fold_campaign(context -> 'campaign' ->> 'utm_campaign'), '') as campaign,
    array['page_viewed', 'play_clicked', 'dialog_opened', 'form_begun', 'submitted', 'unlocked']
      || case when number % 7 = 0 then '{field_error}'::text[] end
      || case when begun_at is not null then '{video_begun}'::text[] end
      || array(select 'video_' || part from unnest(array[25, 50, 75, 100]) part where part <= watched_percent)
      as events
  from seeded
  join (select id, begun_at, watched_percent from private.leads) watched using (id)
  where not (suspected_bot or preview)
  union all
  select
    at - (other * 41 + number * 17) % 97 * interval '30 minutes',
    variant,
    coalesce(private.fold_campaign(context -> 'campaign' ->> 'utm_campaign'), ''),
    (array['page_viewed', 'play_clicked', 'dialog_opened', 'form_begun', 'field_error'])[
      1:case
        when (other * 29 + number * 7) % 100 < 64 then 1
        when (other * 29 + number * 7) % 100 < 66 then 2
        when (other * 29 + number * 7) % 100 < 92 then 3
        when (other * 29 + number * 7) % 100 < 99 then 4
        else 5
      end]
  from seeded,
    generate_series(
      1,
      (case variant when 'control' then 26 else 16 end * (array[0.6, 0.7, 1.6, 1.0, 1.1, 1.2])[1 + number % 6])::integer
    ) other
  where not (suspected_bot or preview);

  insert into private.funnel_counts (day, variant, campaign, event, hits)
  select private.day_of(at), variant, campaign, event, count(*)
  from visits, unnest(events) event
  group by 1, 2, 3, 4;

  insert into private.funnel_hours (day, hour, event, hits)
  select private.day_of(at), extract(hour from at at time zone private.time_zone()), event, count(*)
  from visits, unnest(events) event
  where event in ('page_viewed', 'unlocked')
  group by 1, 2, 3;

  drop table seeded, visits;`
