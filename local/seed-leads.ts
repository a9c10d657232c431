/**
 * Returns SQL that stores leads and page views as a small shop would have them, in the days up to the date `last`
 * (YYYY-MM-DD). By default there are 300 leads in the last 30 days, and 250 leads in the 30 days before. Some leads
 * have a campaign, and some campaigns are spelled in two ways. Other leads have a referrer, or came directly. A few
 * leads look like bots, a few have an invalid number, and for a few a mail has failed or is held. One lead comes from
 * a preview.
 */
export const seedLeads = (last: string, { people = 550, days = 60 } = {}) => `
  create temp table seeded as
  select number, ('00000000-0000-4000-9000-' || lpad(number::text, 12, '0'))::uuid as id,
    (array['Ada', 'Noah', 'Mei', 'Liam', 'Sofía', 'Jürgen', 'Oluwaseun', 'Fatima'])[1 + number % 8] || ' '
      || (array['Moreau', 'Whitfield', 'Tanaka', 'O’Brien', 'Delgado', 'Großmann', 'Adeyemi'])[1 + number % 7] as name,
    (array['ada', 'noah', 'mei', 'liam', 'sofia', 'jurgen', 'oluwaseun', 'fatima'])[1 + number % 8] || number || '@example.com' as email,
    number % 23 = 5 as suspected_bot, number = 40 as preview, number % 31 = 7 as is_invalid,
    jsonb_strip_nulls(jsonb_build_object(
      'campaign', case number % 6 when 0 then '{"utm_campaign": "Autumn", "utm_medium": "email", "utm_content": "top button"}'::jsonb
        when 1 then '{"utm_campaign": "autumn ", "utm_medium": "email", "utm_content": "last line"}'
        when 2 then '{"utm_campaign": "yt-shorts", "utm_medium": "cpc", "gclid": "EAIaIQobChMIexample"}' else '{}' end,
      'referrer', case number % 6 when 3 then 'https://www.google.com/' when 4 then case number % 4 when 0
        then 'https://www.reddit.com/r/smallbusiness' else 'https://news.example.org/article' end end)) as context,
    '${last}'::date + time '20:00' - (number * ${(days - 5) / people} + 0.9 * sin(number * 0.9 / 5)) * interval '1 day' + (number * 37 % 13 - 12) * interval '1 hour' as at
  from generate_series(1, ${people}) number;
  insert into private.leads (id, email, name, phone, phone_e164, country_code, source, medium, content, suspected_bot, preview, created_at, updated_at)
  select id, email, name, case when is_invalid then '12' else '(201) 555-0' || lpad((number % 100 + 100)::text, 3, '0') end,
    case when not is_invalid then '+1201555' || lpad((number + 100)::text, 4, '0') end, 'US', private.source_of(context),
    context -> 'campaign' ->> 'utm_medium', context -> 'campaign' ->> 'utm_content', suspected_bot, preview, at, at from seeded;
  insert into private.lead_submissions (id, lead_id, content_hash, name, email, phone, phone_e164, country_code, consent, consent_text,
    consent_version, page, referrer, campaign, suspected_bot, preview, merged, created_at, held)
  select id, id, sha256(''), leads.name, leads.email, phone, phone_e164, country_code, true,
    'By ticking this box I agree to receive recurring text messages.', '2026-11', 'https://training.example.com/',
    context ->> 'referrer', context -> 'campaign', leads.suspected_bot, leads.preview, not leads.suspected_bot, at,
    leads.suspected_bot
  from private.leads join seeded using (id);
  insert into private.consent_events (id, lead_id, number, kind, said_by, happened_at)
  select event_id, lead_id, coalesce(phone_e164, phone), 'given', 'form', created_at
  from private.lead_submissions
  where not (suspected_bot or preview)
  union all
  select nextval('private.event_ids'), id, coalesce(phone_e164, phone), 'withdrawn', 'link', at + interval '2 hours'
  from private.leads join (select id, at from seeded where number % 19 = 3 and not suspected_bot) left_again using (id);
  insert into private.outbox (submission_id, lead_id, kind, mailbox, status, reason, attempts, priority, queued_at, due_at, claimed_at, sent_at, last_error)
  select id, id, kind, case when kind = 'visitor' and not preview then private.mailbox_key(email) end, status,
    case status when 'held' then 'suspected_bot' when 'failed' then 'rejected' end,
    1, (kind || '_retry')::private.message_priority, at, at, at, case when status = 'sent' then at end,
    case when status = 'failed' then (array['EENVELOPE RCPT TO 550 5.1.1 no such user', 'EENVELOPE RCPT TO 552 5.2.2 mailbox full',
      'EENVELOPE RCPT TO 554 5.7.1 Client host blocked using a blocklist'])[1 + number % 3] end
  from (select *, case when suspected_bot then 'held' when kind = 'visitor' and number % 40 between 11 and 12 then 'failed' else 'sent' end as status
    from seeded, (values ('visitor'), ('owner')) kinds (kind)) mail;
  insert into private.funnel_counts (day, campaign, event, hits)
  select '${last}'::date - day, coalesce(private.fold_campaign(campaign), ''), event, sum(rounded)
  from generate_series(0, ${days - 1}) day, (values ('Autumn', 22), ('autumn ', 20), ('yt-shorts', 60), ('newsletter', 4), ('', 70)) seen (campaign, views),
    lateral (values ('page_viewed', views), ('play_clicked', views * 0.4), ('dialog_opened', views * 0.39), ('form_begun', views * 0.2),
      ('field_error', views * 0.02 + 1), ('submitted', views * 0.06 + 1), ('unlocked', views * 0.06 + 1), ('video_begun', views * 0.05 + 1),
      ('video_25', views * 0.04 + 1), ('video_50', views * 0.03 + 1), ('video_75', views * 0.02 + 1), ('video_100', views * 0.01 + 1)) events (event, hits),
    lateral (select round(hits * (1 + 0.3 * sin(day)) * (1 - day * 0.003) * ${people / days / (550 / 60)})::bigint as rounded) counted
  where rounded > 0
  group by 1, 2, 3;
  drop table seeded;`
