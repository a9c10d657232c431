-- Ends the hold of these submissions and counts their consent from when it was given. The next sweep seals
-- them. The newest one of each person becomes the person's data, under the rules of merge_person, unless
-- newer data are stored. The persons are no suspected bots any more. The caller has locked the persons.
create function private.release_submissions(submissions uuid[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  with newest as (
    select distinct on (lead_id) *
    from private.lead_submissions
    where id = any (submissions) and held_until = 'infinity' and not preview
    order by lead_id, created_at desc
  ), judged as (
    select
      newest.*,
      (
        num_nonnulls(person.confirmed_at, person.withdrawn_at) = 0
        or person.phone_e164 is not distinct from newest.phone_e164
      )
      and not exists (
        select
        from private.lead_submissions other
        where other.lead_id = newest.lead_id and other.merged and other.created_at > newest.created_at
      )
      and (
        exists (
          select
          from private.lead_submissions earlier
          where earlier.lead_id = newest.lead_id and earlier.merged and earlier.ip_hash = newest.ip_hash
        )
        or not exists (
          select
          from private.lead_submissions earlier
          where earlier.lead_id = newest.lead_id and earlier.merged
        )
      ) as is_merged,
      person.withdrawn_at is not null and person.phone_e164 = newest.phone_e164 as is_renewed
    from newest
    join private.leads person on person.id = newest.lead_id
  ), released as (
    update private.lead_submissions
    set
      held_until = now(),
      merged = id in (select id from judged where is_merged)
    where id = any (submissions) and held_until = 'infinity'
    returning lead_id
  ), merged as (
    update private.leads person
    set
      email = judged.email,
      name = judged.name,
      phone = judged.phone,
      phone_e164 = judged.phone_e164,
      country_code = judged.country_code,
      updated_at = now(),
      suspected_bot = false,
      consented_at = greatest(person.consented_at, judged.created_at),
      asked_at = case when settings.double_opt_in then judged.created_at end
    from judged, private.lead_settings settings
    where person.id = judged.lead_id and judged.is_merged
  )
  update private.leads
  set
    suspected_bot = false,
    consented_at = case
      when judged.is_renewed then greatest(leads.consented_at, judged.created_at)
      else leads.consented_at
    end,
    asked_at = case
      when judged.is_renewed is not true then leads.asked_at
      when settings.double_opt_in then judged.created_at
    end
  from private.lead_settings settings, released
  left join judged on judged.lead_id = released.lead_id
  where leads.id = released.lead_id and judged.is_merged is not true;
end $$;

-- Queues the visitor's mail, the owner's mail or the webhook (kind) of a submission again, if it was sent.
-- The new id makes a new Message-ID, so that the mailbox takes the mail for a new one.
-- Returns 'queued', 'suppressed' (the mailbox gets no more mails), or null if no such message was sent.
create function desk.send_again(submission uuid, kind text) returns text
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  chosen private.outbox;
begin
  select *
  into chosen
  from private.outbox message
  where message.submission_id = send_again.submission
    and message.kind = send_again.kind
    and message.status = 'sent'
    and message.event is null
  for update;
  if not found then
    return null;
  end if;
  if chosen.mailbox is not null and private.is_suppressed(chosen.mailbox) then
    return 'suppressed';
  end if;
  update private.outbox message
  set
    id = gen_random_uuid(),
    status = 'pending',
    priority = (
      case message.kind
        when 'owner' then 'owner_last'
        when 'visitor' then 'visitor_last'
        else 'webhook_retry'
      end
    )::private.message_priority,
    attempts = 0,
    unanswered = 0,
    due_at = now(),
    queued_at = now(),
    claimed_at = null,
    sent_at = null,
    last_error = null
  where message.id = chosen.id;
  return 'queued';
end $$;

-- Queues failed or held messages again, after all other messages, or drops them: those of only_leads and of
-- only_messages (null: all). Cancels a mail if the mailbox already got one today or gets no more mails.
-- Releases the submissions whose held messages are queued.
-- Takes the held messages of at most max_persons persons: meanwhile no submission of theirs is stored.
-- Returns {"done": the number queued or dropped, "cancelled", "persons": [at most 1000 ids], "is_more":
-- whether to call again for the other persons}. Raises 22023.
create function desk.requeue_messages(
  from_status text default 'failed',
  only_leads uuid[] default null,
  is_dropped boolean default false,
  only_messages uuid[] default null,
  max_persons integer default 100
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '1min'
as $$
declare
  persons uuid[] := only_leads;
  released uuid[];
  answer jsonb;
begin
  if from_status is null or from_status not in ('failed', 'held') then
    raise exception 'from_status is failed or held' using errcode = 'invalid_parameter_value';
  end if;
  if from_status = 'held' then
    -- While a person is locked, none of their submissions is stored, and nobody else releases or drops them.
    persons := array(
      select id
      from private.leads
      where id in (select lead_id from private.outbox where status = 'held')
        and (only_leads is null or id = any (only_leads))
      order by id
      limit max_persons
      for no key update
    );
  end if;

  with stopped as (
    select
      mail.id,
      mail.mailbox,
      submission.email,
      mail.queued_at,
      case when mail.token is not null then submission.phone_e164 end as asked_number,
      person.withdrawn_at
    from private.outbox mail
    left join private.lead_submissions submission on submission.id = mail.submission_id
    left join private.leads person on person.id = mail.lead_id
    where status = from_status
      and (persons is null or mail.lead_id = any (persons))
      and (only_messages is null or mail.id = any (only_messages))
    for update of mail skip locked
  ), chosen as (
    select
      id,
      mailbox,
      email,
      asked_number,
      withdrawn_at,
      row_number() over (partition by mailbox order by queued_at) as place
    from stopped
  ), judged as (
    select id, case
      when is_dropped then 'dropped'
      when mailbox is not null and place > 1 then 'already_mailed'
      when mailbox is not null then private.refuse_mail(email, asked_number, withdrawn_at)
    end as reason
    from chosen
  ), requeued as (
    update private.outbox mail
    set
      status = case when judged.reason is null then 'pending' else 'cancelled' end,
      reason = judged.reason,
      priority = (
        case mail.kind
          when 'owner' then 'owner_last'
          when 'visitor' then 'visitor_last'
          when 'webhook' then 'webhook_retry'
          else 'general'
        end
      )::private.message_priority,
      due_at = now(),
      queued_at = case when is_dropped then mail.queued_at else now() end
    from judged
    where mail.id = judged.id
    returning mail.reason, mail.lead_id, mail.submission_id
  )
  select
    jsonb_build_object(
      'done', count(*) filter (where reason is null or reason = 'dropped'),
      'cancelled', count(*) filter (where reason in ('already_mailed', 'suppressed', 'unpressed')),
      'persons', array(select distinct lead_id from requeued where lead_id is not null limit 1000),
      'is_more', from_status = 'held' and cardinality(persons) = max_persons),
    array_agg(distinct submission_id)
  into answer, released
  from requeued;
  if from_status = 'held' and not is_dropped then
    perform private.release_submissions(released);
  end if;
  return answer;
end $$;
