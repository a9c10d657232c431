-- grow_one_day(ago, leads, bots) stores all the data of one day at once. The day was `ago` days before today.

create function store_submissions(day timestamptz, is_bot boolean, many integer) returns void language sql as $$
  with made as (
    select gen_random_uuid() as id, gen_random_uuid() as lead_id, gen_random_uuid()::text as chance,
      day + random() * interval '1 day' as at,
      (random() * 9)::integer as number
    from generate_series(1, many)
  ), person as (
    insert into private.leads (id, email, name, phone, phone_e164, country_code, source, suspected_bot, created_at, updated_at)
    select lead_id, case when is_bot then 'bot' else 'lead' end || left(chance, 18) || '@example.com',
      initcap(translate(left(chance, 8), '0123456789-', 'aeioulnrst')) || ' Lovelace', '(201) 555-0123', '+12015550123', 'US',
      'campaign:spring ' || number, is_bot, at, at
    from made
  ), submitted as (
    insert into private.lead_submissions (id, lead_id, content_hash, name, email, phone, phone_e164, country_code, consent,
      consent_text, consent_version, page, referrer, user_agent, ip_hash, campaign, suspected_bot, merged, created_at,
      held)
    select id, lead_id, sha256(chance::bytea), 'Ada Lovelace', left(chance, 18) || '@example.com', '(201) 555-0123', '+12015550123', 'US',
      true, repeat('I agree to receive text messages. ', 18), '2026-11', 'https://training.example.com/', 'https://www.google.com/',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
      encode(sha256(chance::bytea), 'hex'),
      jsonb_build_object('utm_source', 'google', 'utm_campaign', 'spring ' || number, 'gclid', repeat(chance, 2)),
      is_bot, not is_bot, at, is_bot
    from made
  )
  insert into private.outbox (submission_id, lead_id, kind, status, reason, priority, attempts, due_at, claimed_at, sent_at, queued_at, mailbox)
  select id, lead_id, kind, case when is_bot then 'held' else 'sent' end,
    case when is_bot then 'suspected_bot' end, priority::private.message_priority, case when is_bot then 0 else 1 end, at,
    case when not is_bot then at end, case when not is_bot then at end, at,
    case kind when 'visitor' then left(chance, 18) || '@example.com' end
  from made, (values ('visitor', 'visitor_first'), ('owner', 'owner_first'), ('webhook', 'webhook_first')) message (kind, priority)
$$;

-- Seals all submissions that have no seal yet. Each seal covers one or two submissions, as it usually does in
-- production, and gets the time of the newest one.
create function seal_day() returns void language plpgsql as $$
declare
  seal private.lead_seals;
begin
  while private.seal_submissions(1 + (random() < 0.4)::integer) > 0 loop
    select * into strict seal from private.lead_seals order by number desc limit 1;
    seal.sealed_at := seal.latest_at;
    seal.hash := private.hash_seal(seal, (select columns from private.lead_seal_formats where version = seal.format));
    update private.lead_seals set sealed_at = seal.sealed_at, hash = seal.hash where number = seal.number;
  end loop;
end $$;

create function grow_one_day(ago integer, leads integer, bots integer) returns void language plpgsql set jit = off as $$
declare
  shift constant interval := ago * interval '1 day';
  this_day constant timestamptz := now() - shift - interval '1 day';
begin
  perform store_submissions(this_day, false, leads);
  perform store_submissions(this_day, true, bots);
  perform seal_day();
  insert into private.funnel_counts (day, campaign, event, hits)
  select this_day::date, 'spring ' || number, event, 100
  from generate_series(1, 10) number,
    unnest(array['page_viewed', 'play_clicked', 'dialog_opened', 'form_begun', 'submitted', 'unlocked', 'video_begun']) event;
  delete from private.lead_rates;
  insert into private.lead_rates (bucket, ends_at)
  select 'day-ip:' || ip_hash, now() + interval '1 day' from private.lead_submissions where created_at >= this_day;
  update private.lead_settings set keep_held = interval '30 days' + shift, keep_traces = interval '90 days' + shift;
  perform private.delete_expired(10 * bots);
end $$;
