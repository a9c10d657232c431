-- Nobody is refused for an address any more: what bounds the table is the source.
alter table public.lead_settings drop column address_refuse_after;
drop function public.count_lead_rate(text);

-- The result has two columns more, so the function is a new one. A worker of an older version ignores them.
drop function public.claim_lead_emails(integer);

-- Hands at most max_emails due mails to one worker for 50 seconds, by the database's clock; a worker that dies loses them
-- to the next one. They go by lane: in the fresh ones the newest first, since under more than the budget allows those that
-- have not waited yet are the ones that can still be on time, elsewhere the oldest. Visitor mails stay within
-- lead_settings.visitor_mails_per_minute, owner mails within owner_mails_per_hour; those beyond are counted in a digest.
-- Returns what a mail is written from; `attempt` fences settle_lead_email. `record` is the person's {name, phone,
-- country_code} where the submission gave others and did not change them. An alert has no lead but its `attention`: the
-- number of rows of lead_emails_attention by reason. One that has nothing to tell any more is dropped. A digest has no
-- lead but its `digest`: {leads, since, names}, with the number of leads and the names of the newest 20.
create function public.claim_lead_emails(max_emails integer default 1)
returns table (
  id uuid, kind text, attempt integer, name text, email text, phone text, phone_e164 text, country_code text,
  consent_version text, page text, referrer text, campaign jsonb, submission_id uuid, submitted_at timestamptz,
  updated boolean, preview boolean, attention jsonb, record jsonb, digest jsonb)
language plpgsql security definer
set search_path = '' set lock_timeout = '2s' set statement_timeout = '3s' as $$
declare
  limits public.lead_settings;
  visitors_left integer;
  owners_left integer;
  share integer;
  is_beyond boolean;
  room integer;
  open_digest uuid;
  chosen uuid[];
  claimed uuid[] := '{}';
begin
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

    -- Rows are compared so that no index but the one of the lanes gives this order, whatever the planner expects.
    if this_lane in (1, 2) then
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

  return query
  with taken as (
    update public.lead_emails mail
    set status = 'sending', attempts = mail.attempts + 1, claimed_at = now(),
      due_at = now() + interval '50 seconds',
      lane = greatest(mail.lane, case mail.kind when 'owner' then 3 when 'visitor' then 4 else 0 end)
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
    case when not s.applied and not s.preview
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
    end
  from taken
  left join public.lead_submissions s on s.id = taken.submission_id
  left join public.leads lead on lead.id = taken.lead_id
  order by array_position(claimed, taken.id);
end $$;

revoke execute on function public.claim_lead_emails(integer) from public, anon, authenticated;
grant execute on function public.claim_lead_emails(integer) to service_role;

-- Puts dead (or held) mails back in the queue, all of them or those of one person, behind all others. The operator's
-- repair:
--   select requeue_lead_emails();
--   select requeue_lead_emails('held', '<leads.id>');
-- A mailbox still gets one visitor mail in 24 hours: the others are skipped. Returns how many were queued.
create or replace function public.requeue_lead_emails(from_status text default 'dead', only_lead uuid default null)
returns integer
language sql security definer set search_path = '' as $$
  with chosen as (
    select id, row_number() over (partition by mailbox order by queued_at) as place
    from public.lead_emails
    where status = from_status and from_status in ('dead', 'held')
      and (only_lead is null or lead_id = only_lead)
  ), requeued as (
    update public.lead_emails mail
    set
      status = case
        when mail.mailbox is not null and (chosen.place > 1 or exists (
          select from public.lead_emails recent
          where recent.mailbox = mail.mailbox and recent.kind = 'visitor'
            and recent.queued_at > now() - interval '24 hours' and recent.status in ('pending', 'sending', 'sent')
        )) then 'skipped'
        else 'pending'
      end,
      lane = case mail.kind when 'owner' then 5 when 'visitor' then 6 else 0 end,
      due_at = now(), queued_at = now()
    from chosen
    where mail.id = chosen.id
    returning mail.status
  )
  select count(*) filter (where status = 'pending')::integer from requeued;
$$;
