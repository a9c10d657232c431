-- What the Edge Function reports to an ad platform (Meta): that a person is a lead, booked a call, or bought.
-- The files for the other platforms are in 27_exports.sql.

-- There is a row as long as the function reports. In countries where the form alone is not enough, the person
-- must have agreed to one of these versions of the consent text.
create table private.ad_settings (
  singleton boolean primary key default true check (singleton),
  consent_versions text[] not null
);

-- Returns what may be reported about a person, with the time at which it happened and the first submission of
-- the person that allows it. A purchase without value or currency is none.
create function private.ad_events(person private.leads)
returns table (event text, happened_at timestamptz, submission_id uuid)
language sql stable
rows 1
set search_path = ''
as $$
  select told.event, least(told.happened_at, now()), visit.id
  from private.ad_settings settings,
    lateral (
      select submission.id, submission.created_at
      from private.lead_submissions submission
      where submission.lead_id = person.id
        and submission.merged
        and submission.consent
        and submission.confirms is null
        and not submission.held
        and not submission.preview
        and (
          submission.country_code in ('US', 'CA', 'AU')
          or submission.consent_version = any (settings.consent_versions)
        )
      order by submission.created_at
      limit 1
    ) visit,
    lateral (
      select 'lead' as event, visit.created_at as happened_at
      union all
      select
        'schedule',
        coalesce(
          (
            select min(said.said_at)
            from private.booking_events said
            where said.lead_id = person.id and said.kind = 'booked'
          ),
          now())
      where person.booking = 'booked'
      union all
      select 'purchase', person.outcome_at
      where person.outcome = 'won' and person.outcome_value is not null and private.currency() <> ''
    ) told
  where not person.suspected_bot
    and not person.preview
    and private.ad_fault('meta', private.consent_state(person), private.refuses_tracking(person.id), '{}')
      is null;
$$;

-- Queues what may be reported about a person now and was not yet, each once. What happened too long ago for
-- the platform is left out (see private.tried_for). The caller has locked the person.
create function private.queue_ads(person uuid) returns void
language sql
set search_path = ''
as $$
  insert into private.outbox (submission_id, lead_id, kind, priority, event, queued_at)
  select may.submission_id, known.id, 'ad', 'ad', may.event, may.happened_at
  from private.leads known, private.ad_events(known) may
  where known.id = person
    and may.happened_at > now() - private.tried_for('ad')
    and not exists (
      select
      from private.outbox earlier
      where earlier.lead_id = known.id
        and earlier.kind = 'ad'
        and earlier.event = may.event
        and earlier.reason is distinct from 'outdated'
    );
$$;

-- Queues what may be reported about the person of the changed row.
create function private.queue_changed_ads() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if exists (select from private.ad_settings) then
    perform private.queue_ads(coalesce(to_jsonb(new) ->> 'lead_id', to_jsonb(new) ->> 'id')::uuid);
  end if;
  return null;
end $$;

-- Queues the sales that were none for the platform until now, because they had no currency.
create function private.queue_sales() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  person uuid;
begin
  if exists (select from private.ad_settings) then
    for person in
      select id
      from private.leads
      where outcome = 'won' and outcome_at > now() - private.tried_for('ad')
      order by id
      for no key update
    loop
      perform private.queue_ads(person);
    end loop;
  end if;
  return null;
end $$;

-- A new person is stored with the consent already, so no change of it tells of them.
create trigger consent_events_queue_ads
  after insert on private.consent_events
  for each row execute function private.queue_changed_ads();
create trigger lead_submissions_queue_ads
  after update of held on private.lead_submissions
  for each row
  when (old.held and not new.held)
  execute function private.queue_changed_ads();
create trigger leads_queue_ads
  after update of consent, booking, outcome, outcome_value on private.leads
  for each row
  when (
    (old.consent, old.booking, old.outcome, old.outcome_value)
      is distinct from (new.consent, new.booking, new.outcome, new.outcome_value)
  )
  execute function private.queue_changed_ads();

create trigger lead_settings_queue_sales
  after update of currency on private.lead_settings
  for each row
  when (old.currency is null and new.currency is not null)
  execute function private.queue_sales();

-- The function says in each sweep whether it reports to the platform, and which versions of the consent text
-- allow it. With null, it reports nothing, and what waits is dropped. Raises 28000 if the claim key is wrong.
create function public.set_ads(claim_key uuid, consent_versions text[]) returns void
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
begin
  perform private.check_claim_key(set_ads.claim_key);
  if set_ads.consent_versions is not null then
    insert into private.ad_settings as known (consent_versions)
    values (set_ads.consent_versions)
    on conflict (singleton) do update
    set consent_versions = excluded.consent_versions
    where known.consent_versions <> excluded.consent_versions;
    return;
  end if;
  delete from private.ad_settings;
  if found then
    update private.outbox
    set
      status = 'cancelled',
      reason = 'dropped'
    where kind = 'ad' and status in ('pending', 'sending', 'failed');
  end if;
end $$;

-- Leases at most max_ads due events to the caller, the oldest first, as claim_webhooks does for webhooks.
-- Each is judged again, and cancelled if it may no longer be reported. Raises 28000 if claim_key is wrong.
create function public.claim_ads(max_ads integer, claim_key uuid, receiver text)
returns setof private.outbox_contents
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
set jit = off
as $$
declare
  chosen uuid[];
begin
  perform private.check_claim_key(claim_ads.claim_key);
  perform private.note_receiver(receiver, 'ad');
  if private.is_resting(receiver) then
    return;
  end if;
  chosen := private.lock_due_messages('ad', max_ads, null);
  update private.outbox message
  set
    status = 'cancelled',
    reason = 'outdated'
  where message.id = any (chosen)
    and not exists (
      select
      from private.leads person, private.ad_events(person) may
      where person.id = message.lead_id and may.event = message.event
    );
  return query
  select *
  from private.lease_messages(array(
    select message.id
    from private.outbox message
    where message.id = any (chosen)
      and message.status <> 'cancelled'
      and message.queued_at >= now() - private.tried_for('ad')
    order by message.due_at
  ));
end $$;
