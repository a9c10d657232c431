-- What lets the sweep claim the mails of all leads. The keys of the Data API do not: whoever has one claims the mails of the
-- submissions that they stored. Another scheduler than the one below reads it here and sends it in the header X-Claim-Key. To
-- change it:
--   update lead_claim_key set key = gen_random_uuid();
create table public.lead_claim_key (
  only_row boolean primary key default true check (only_row),
  key uuid not null default gen_random_uuid()
);
insert into public.lead_claim_key default values;
alter table public.lead_claim_key enable row level security;

-- Raises 28000 unless it is given the key of lead_claim_key.
create function public.check_claim_key(claim_key uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if not exists (select from public.lead_claim_key where key = check_claim_key.claim_key) then
    raise exception 'wrong claim key' using errcode = '28000';
  end if;
end $$;

-- Hands at most max_emails due mails to one worker for 50 seconds, by the database's clock; a worker that dies loses them
-- to the next one. They go by lane: in the fresh ones the newest first, since under more than the budget allows those that
-- have not waited yet are the ones that can still be on time, elsewhere the oldest. Visitor mails stay within
-- lead_settings.visitor_mails_per_minute, owner mails within owner_mails_per_hour; those beyond are counted in a digest.
-- Returns what a mail is written from; `attempt` fences settle_lead_email. `record` is the person's {name, phone,
-- country_code} where the submission gave others and did not change them. An alert has no lead but its `attention`: the
-- number of rows of lead_emails_attention by reason. One that has nothing to tell any more is dropped. A digest has no
-- lead but its `digest`: {leads, since, names}, with the number of leads and the names of the newest 20.
-- `token` goes into the link by which the visitor confirms a submission, where lead_settings.double_opt_in asks for that;
-- `confirms` is the submission that this one confirms. One mail to the owner a day has the latest `seal`, "<number>:<hash>": a copy
-- outside of the database shows a chain that was made anew.
--   submissions  ids: only the mails of these are claimed. Whoever knows them has just stored them. Left to the sweep is the
--                owner's mail about a person whose data a submission did not change, because it tells that data too, one
--                that tells the seal of the day, because nobody else may keep that from the owner, and a visitor's mail
--                with a token, because whoever has that speaks for the visitor.
--   claim_key    the key of lead_claim_key, in place of submissions: all due mails. Raises 28000 when it is another one.
create function public.claim_lead_emails(
  max_emails integer default 1, submissions uuid[] default null, claim_key uuid default null)
returns table (
  id uuid, kind text, attempt integer, name text, email text, phone text, phone_e164 text, country_code text,
  consent_version text, page text, referrer text, campaign jsonb, submission_id uuid, submitted_at timestamptz,
  updated boolean, preview boolean, attention jsonb, record jsonb, digest jsonb, token uuid, confirms uuid,
  seal text)
language plpgsql security definer
set search_path = '' set lock_timeout = '2s' set statement_timeout = '3s' set jit = off as $$
declare
  limits public.lead_settings;
  visitors_left integer;
  owners_left integer;
  share integer;
  is_beyond boolean;
  room integer;
  open_digest uuid;
  is_seal_due boolean;
  sealing uuid;
  chosen uuid[];
  claimed uuid[] := '{}';
begin
  if submissions is null then perform public.check_claim_key(claim_key); end if;
  -- One claim at a time keeps the budgets exact; sending happens outside of it.
  perform pg_advisory_xact_lock(hashtextextended('claim_lead_emails', 0));

  if exists (select from public.lead_emails where lead_emails.kind = 'alert' and status = 'pending')
    and coalesce(public.oldest_waiting_mail() > now() - interval '10 minutes', true) then
    delete from public.lead_emails mail where mail.kind = 'alert' and mail.status = 'pending';
  end if;

  select * into strict limits from public.lead_settings;
  visitors_left := limits.visitor_mails_per_minute - (
    select count(*) from public.lead_emails mail
    where mail.kind = 'visitor' and mail.claimed_at > now() - interval '1 minute');
  owners_left := limits.owner_mails_per_hour - (
    select count(*) from public.lead_emails mail
    where mail.kind = 'owner' and mail.claimed_at > now() - interval '1 hour');

  is_seal_due := not exists (select from public.lead_seals where mailed_at > now() - interval '24 hours')
    and exists (
      select from public.lead_seals where number = (select max(number) from public.lead_seals) and mailed_at is null);

  if is_seal_due and submissions is not null then
    select mail.id into sealing from public.lead_seals
    join public.lead_emails mail on mail.id = mailed_in
    where mailed_in is not null and mailed_at is null and mail.status = 'pending' limit 1;
    if not found then
      select mail.id into sealing
      from public.lead_emails mail join public.lead_submissions s on s.id = mail.submission_id
      where mail.submission_id = any (submissions) and mail.kind = 'owner' and mail.status = 'pending' and s.applied limit 1;
      update public.lead_seals set mailed_in = sealing where number = (select max(number) from public.lead_seals);
    end if;
  end if;

  for this_lane in 0..6 loop
    share := case
      when this_lane = 1 then owners_left
      when this_lane = 5 then owners_left - limits.owner_mails_per_hour / 2
      when this_lane = 2 then visitors_left
      when this_lane in (4, 6) then visitors_left - limits.visitor_mails_per_minute / 2
      else max_emails end;
    is_beyond := share <= 0 and this_lane in (1, 5);
    -- A thousand at a time keep the statement far below its timeout; the next claim takes the next ones.
    room := case when is_beyond then 1000 else least(max_emails - cardinality(claimed), share) end;
    continue when room <= 0 or max_emails = 0;

    if submissions is not null then
      chosen := array(
        select mail.id from public.lead_emails mail join public.lead_submissions s on s.id = mail.submission_id
        where mail.submission_id = any (submissions) and mail.lane = this_lane
          and mail.status in ('pending', 'sending') and mail.due_at <= now()
          and mail.id is distinct from sealing
          and (s.preview or case mail.kind when 'visitor' then not limits.double_opt_in else s.applied end)
        order by mail.due_at desc limit room for update of mail skip locked);
    -- Rows are compared so that no index but the one of the lanes gives this order, whatever the planner expects.
    elsif this_lane in (1, 2) then
      chosen := array(
        select mail.id from public.lead_emails mail
        where mail.status in ('pending', 'sending')
          and (mail.lane, mail.due_at) between (this_lane, '-infinity'::timestamptz) and (this_lane, now())
        order by mail.lane desc, mail.due_at desc limit room for update skip locked);
    else
      chosen := array(
        select mail.id from public.lead_emails mail
        where mail.status in ('pending', 'sending')
          and (mail.lane, mail.due_at) between (this_lane, '-infinity'::timestamptz) and (this_lane, now())
        order by mail.lane, mail.due_at limit room for update skip locked);
    end if;
    continue when chosen = '{}';

    if is_beyond then
      insert into public.lead_emails (kind, due_at) values ('digest', now() + interval '10 minutes')
      on conflict do nothing;
      select mail.id into strict open_digest from public.lead_emails mail
      where mail.kind = 'digest' and mail.attempts = 0;
      update public.lead_emails mail set status = 'digested', digest_id = open_digest where mail.id = any (chosen);
      continue;
    end if;
    claimed := claimed || chosen;
    if this_lane in (1, 5) then
      owners_left := owners_left - cardinality(chosen);
    elsif this_lane in (2, 4, 6) then
      visitors_left := visitors_left - cardinality(chosen);
    end if;
  end loop;

  if is_seal_due and submissions is null then
    select mail.id into sealing from public.lead_emails mail
    where mail.id = any (claimed) and mail.kind = 'owner' order by array_position(claimed, mail.id) limit 1;
    if found then
      update public.lead_seals set mailed_in = null where mailed_in is not null and mailed_at is null;
      update public.lead_seals set mailed_in = sealing, mailed_at = now()
      where number = (select max(number) from public.lead_seals);
    end if;
  end if;

  return query
  with taken as (
    update public.lead_emails mail
    set status = 'sending', attempts = mail.attempts + 1, claimed_at = now(),
      due_at = now() + interval '50 seconds',
      lane = greatest(mail.lane, case mail.kind when 'owner' then 3 when 'visitor' then 4 else 0 end),
      token = case when limits.double_opt_in and mail.kind = 'visitor' and mail.mailbox is not null
        then coalesce(mail.token, gen_random_uuid()) end
    where mail.id = any (claimed)
    returning mail.*
  )
  select taken.id, taken.kind, taken.attempts, s.name, s.email, s.phone, s.phone_e164, s.country_code,
    s.consent_version, s.page, s.referrer, s.campaign, s.id, s.created_at,
    exists (
      select from public.lead_submissions earlier
      where earlier.lead_id = taken.lead_id and earlier.created_at < s.created_at and not earlier.preview),
    coalesce(s.preview, false),
    case when taken.kind = 'alert' then (
      select jsonb_object_agg(reason, mails)
      from (select reason, count(*) as mails from public.lead_emails_attention group by reason) counted)
    end,
    case when not s.applied and not s.preview and s.confirms is null
      and (lead.name, lead.phone, lead.country_code) <> (s.name, s.phone, s.country_code)
      then jsonb_build_object('name', lead.name, 'phone', lead.phone, 'country_code', lead.country_code)
    end,
    case when taken.kind = 'digest' then (
      select jsonb_build_object('leads', count(*), 'since', min(told.at),
        'names', coalesce(jsonb_agg(told.name order by told.at desc) filter (where told.place <= 20), '[]'))
      from (
        select gathered.name, gathered.created_at as at,
          row_number() over (order by gathered.created_at desc) as place
        from public.lead_emails mail
        join public.lead_submissions gathered on gathered.id = mail.submission_id
        where mail.digest_id = taken.id) told)
    end,
    taken.token, s.confirms,
    (select told.number || ':' || encode(told.hash, 'hex') from public.lead_seals told where told.mailed_in = taken.id)
  from taken
  left join public.lead_submissions s on s.id = taken.submission_id
  left join public.leads lead on lead.id = taken.lead_id
  order by array_position(claimed, taken.id);
end $$;
