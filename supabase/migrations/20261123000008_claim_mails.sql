-- The key (X-Claim-Key) with which a sweep claims the mails of all leads. New key: update lead_claim_key set key = gen_random_uuid();
create table public.lead_claim_key (
  singleton boolean primary key default true check (singleton),
  key uuid not null default gen_random_uuid()
);
insert into public.lead_claim_key default values;

create function public.check_claim_key(claim_key uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if not exists (select from public.lead_claim_key where key = check_claim_key.claim_key) then
    raise exception 'wrong claim key' using errcode = '28000';
  end if;
end $$;

-- The contents of messages. came_before: whether the person submitted earlier. record: the person's data if the submission's differ.
create view public.outbox_contents with (security_invoker = true) as
  select mail.id, mail.kind, mail.attempts as attempt, mail.token, mail.lead_id, s.id as submission_id,
    s.created_at as submitted_at, s.name, s.email, s.phone, s.phone_e164, s.country_code, s.extra, s.consent_text,
    s.consent_version, s.page, s.referrer, s.campaign, s.variant, s.suspected_bot, s.applied, s.confirms,
    coalesce(s.preview, false) as preview, s.withdrawn_by, public.consent_state(lead) as consent_state,
    case when mail.kind = 'visitor' and not s.preview then public.lead_token(lead.secret, 'stop') end as stop_token,
    case when mail.kind = 'visitor' and not s.preview then public.lead_token(lead.secret, 'watch') end as watch_token,
    mail.watched, mail.queued_at,
    exists (
      select from public.lead_submissions earlier
      where earlier.lead_id = mail.lead_id and earlier.created_at < s.created_at and not earlier.preview) as came_before,
    case when mail.kind = 'owner' and not s.applied and not s.preview and s.confirms is null and s.consent
      and (lead.name, lead.phone, lead.country_code) <> (s.name, s.phone, s.country_code)
      then jsonb_build_object('name', lead.name, 'phone', lead.phone, 'country_code', lead.country_code)
    end as record,
    case mail.kind when 'alert' then (
      select coalesce(jsonb_object_agg(reason, found), '{}') from (
        select case when is_webhook and reason <> 'held' then 'webhook' else reason end as reason, sum(found) as found
        from public.count_attention() where found > 0 group by 1) told)
    end as attention,
    case mail.kind when 'digest' then (
      select jsonb_build_object('leads', count(*) filter (where told.consent),
        'since', min(told.created_at) filter (where told.consent),
        'names', coalesce((array_agg(told.name order by told.created_at desc) filter (where told.consent))[:20], '{}'),
        'withdrawals', count(*) filter (where not told.consent),
        'withdrawn', coalesce((array_agg(told.name order by told.created_at desc) filter (where not told.consent))[:20], '{}'))
      from public.outbox own join public.lead_submissions told on told.id = own.submission_id
      where own.digest_id = mail.id)
    end as digest,
    case mail.kind when 'seal' then (
      select number || ':' || encode(hash, 'hex') from public.lead_seals order by number desc limit 1)
    end as seal
  from public.outbox mail
  left join public.lead_submissions s on s.id = mail.submission_id
  left join public.leads lead on lead.id = mail.lead_id;

-- Locks at most `room` due rows of a priority and returns their ids. In priorities 1 and 2 the newest rows come first. If
-- `submissions` is given, locks only their rows: no mails with a token, and none of submissions that did not become the person's data.
create function public.lock_due_messages(this_priority integer, room integer, submissions uuid[]) returns uuid[]
language plpgsql set search_path = '' as $$
begin
  if submissions is not null then
    return array(
      select mail.id from public.outbox mail join public.lead_submissions s on s.id = mail.submission_id
      where mail.submission_id = any (submissions) and mail.priority = this_priority
        and mail.status in ('pending', 'sending') and mail.due_at <= now()
        and (s.preview or mail.token is null and s.applied)
      order by mail.due_at desc limit room for update of mail skip locked);
  end if;
  -- The conditions below compare rows, because the planner then uses the index on priority and due_at.
  if this_priority in (1, 2) then
    return array(
      select mail.id from public.outbox mail
      where mail.status in ('pending', 'sending')
        and (mail.priority, mail.due_at) between (this_priority, '-infinity'::timestamptz) and (this_priority, now())
      order by mail.priority desc, mail.due_at desc limit room for update skip locked);
  end if;
  return array(
    select mail.id from public.outbox mail
    where mail.status in ('pending', 'sending')
      and (mail.priority, mail.due_at) between (this_priority, '-infinity'::timestamptz) and (this_priority, now())
    order by mail.priority, mail.due_at limit room for update skip locked);
end $$;

-- Replaces these owner mails by a digest. A digest that may have arrived gets no more mails, because a retry must be identical.
create function public.digest_mails(mails uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  open_digest uuid;
begin
  select id into open_digest from public.outbox
  where priority = 0 and kind = 'digest' and status = 'pending' and unanswered = 0 limit 1;
  if not found then
    insert into public.outbox (kind, due_at) values ('digest', now() + interval '10 minutes') returning id into open_digest;
  end if;
  update public.outbox set status = 'digested', digest_id = open_digest where id = any (mails);
end $$;

-- Leases locked rows to a worker for 50 seconds. Returns their contents in order. An earlier worker has an older `attempt`.
create function public.lease_messages(ids uuid[]) returns setof public.outbox_contents
language plpgsql set search_path = '' as $$
begin
  update public.outbox mail
  set status = 'sending', attempts = mail.attempts + 1, claimed_at = now(), due_at = now() + interval '50 seconds',
    priority = greatest(mail.priority, case mail.kind when 'owner' then 3 when 'visitor' then 4 when 'webhook' then 8 else 0 end)
  where mail.id = any (ids);
  return query
  select * from public.outbox_contents contents where contents.id = any (ids) order by array_position(ids, contents.id);
end $$;

-- Leases at most max_mails due mails by priority: those of `submissions` or, with claim_key, those of all leads. Else raises 28000.
create function public.claim_mails(max_mails integer default 1, submissions uuid[] default null, claim_key uuid default null)
returns setof public.outbox_contents
language plpgsql security definer set search_path = '' set lock_timeout = '2s' set statement_timeout = '3s' set jit = off as $$
declare
  limits public.lead_settings;
  owners_left integer;
  visitors_left integer;
  repeated integer;
  room integer;
  is_beyond boolean;
  chosen uuid[];
  claimed uuid[] := '{}';
begin
  if submissions is null then perform public.check_claim_key(claim_key); end if;
  -- Only one claim runs at a time, so that the budgets stay exact. Workers send mails after this lock is released.
  perform pg_advisory_xact_lock(hashtextextended('claim_mails', 0));

  select * into strict limits from public.lead_settings;
  -- Unlike now(), clock_timestamp() includes claims made since this transaction began. Times in the future do not count.
  select limits.owner_mails_per_hour - count(*) into owners_left from public.outbox mail
  where mail.kind = 'owner' and mail.status in ('sending', 'sent')
    and mail.claimed_at between now() - interval '1 hour' and clock_timestamp();
  select limits.visitor_mails_per_minute - count(*), count(*) filter (where mail.attempts > 1 or mail.priority = 6)
  into visitors_left, repeated
  from public.outbox mail
  where mail.kind = 'visitor' and mail.claimed_at between now() - interval '1 minute' and clock_timestamp();

  for this_priority in 0..6 loop
    room := case
      when this_priority = 0 then max_mails
      when this_priority = 1 then owners_left
      when this_priority in (3, 5) then owners_left - limits.owner_mails_per_hour / 2
      when this_priority = 2 then visitors_left - greatest(limits.visitor_mails_per_minute / 4 - repeated, 0)
      else least(visitors_left, (limits.visitor_mails_per_minute + 1) / 2 - repeated) end;
    is_beyond := room <= 0 and this_priority in (1, 3, 5);
    room := case when is_beyond then 1000 else least(max_mails - cardinality(claimed), room) end;
    continue when room <= 0 or max_mails = 0;
    chosen := public.lock_due_messages(this_priority, room, submissions);
    if is_beyond then
      if chosen <> '{}' then perform public.digest_mails(chosen); end if;
      continue;
    end if;
    claimed := claimed || chosen;
    if this_priority in (1, 3, 5) then
      owners_left := owners_left - cardinality(chosen);
    elsif this_priority in (2, 4, 6) then
      visitors_left := visitors_left - cardinality(chosen);
      if this_priority > 2 then repeated := repeated + cardinality(chosen); end if;
    end if;
  end loop;
  return query select * from public.lease_messages(claimed);
end $$;
