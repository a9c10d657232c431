-- Locks at most `room` due messages of the given priority and returns their ids. When emails are sent for the
-- first time, the newest emails come first.
-- If `submissions` is given, only messages of these submissions are locked, and the alert, which only counts
-- messages. Emails with a token are then skipped, and so are the messages of a submission whose data was not
-- copied to the person.
-- A general email is locked only once its contents are written.
create function private.lock_due_messages(
  this_priority private.message_priority,
  room integer,
  submissions uuid[]
) returns uuid[]
language plpgsql
set search_path = ''
as $$
begin
  if submissions is not null and this_priority = 'general' then
    return array(
      select message.id
      from private.outbox message
      where message.kind = 'alert'
        and message.status in ('pending', 'sending')
        and message.due_at <= now()
        and message.contents is not null
      limit room
      for update skip locked
    );
  end if;
  if submissions is not null then
    return array(
      select message.id
      from private.outbox message
      join private.lead_submissions submission on submission.id = message.submission_id
      where message.submission_id = any (submissions)
        and message.priority = this_priority
        and message.status in ('pending', 'sending')
        and message.due_at <= now()
        and (submission.preview or message.token is null and submission.merged)
      order by message.due_at desc
      limit room
      for update of message skip locked
    );
  end if;
  -- The conditions below compare whole rows, so that the planner uses the index on priority and due_at.
  if this_priority in ('owner_first', 'visitor_first') then
    return array(
      select message.id
      from private.outbox message
      where private.is_waiting(message.status)
        and (message.priority, message.due_at)
          between (this_priority, '-infinity'::timestamptz) and (this_priority, now())
      order by message.priority desc, message.due_at desc
      limit room
      for update skip locked
    );
  end if;
  return array(
    select message.id
    from private.outbox message
    where private.is_waiting(message.status)
      and (message.priority, message.due_at)
        between (this_priority, '-infinity'::timestamptz) and (this_priority, now())
      and (this_priority <> 'general' or message.contents is not null)
    order by message.priority, message.due_at
    limit room
    for update skip locked
  );
end $$;

-- Takes emails that the caller has locked. Cancels each email whose mailbox was suppressed after the email
-- was queued, each reminder that no longer applies, and each copy whose address is no longer in also_notify.
-- Returns the emails that are left.
create function private.cancel_unwanted(mails uuid[]) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  unwanted uuid[];
begin
  with cancelled as (
    update private.outbox mail
    set
      status = 'cancelled',
      reason = case
        when mail.kind = 'colleague' then 'unlisted'
        when private.refuse_mail(meant.email, 'queued') is not null then 'suppressed'
        else 'outdated'
      end
    from private.lead_submissions submission
    join private.leads person on person.id = submission.lead_id
    cross join private.lead_settings settings
    cross join lateral private.corrected(submission) meant
    where mail.id = any (mails)
      and submission.id = mail.submission_id
      and case
        when mail.kind = 'colleague' then mail.recipient <> all (settings.also_notify)
        else mail.mailbox is not null
          and (
            private.refuse_mail(meant.email, 'queued') is not null
            or mail.event = 'reminder' and not private.may_remind(person)
          )
      end
    returning mail.id
  )
  select array_agg(id) into unwanted from cancelled;
  return array(
    select id
    from unnest(mails) with ordinality given (id, place)
    where id <> all (coalesce(unwanted, '{}'))
    order by place
  );
end $$;

-- Takes emails that the caller has locked. If a worker did not come back from an attempt, the email may have
-- arrived, so this attempt counts as unanswered. Fails the emails that have got no answer three times, as
-- settle_message does. Returns the emails that are left.
create function private.fail_unanswered(mails uuid[]) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  failed uuid[];
begin
  with counted as (
    update private.outbox mail
    set
      unanswered = mail.unanswered + 1,
      status = case when mail.unanswered >= 2 then 'failed' else mail.status end,
      reason = case when mail.unanswered >= 2 then 'unanswered' end,
      last_error = 'no worker came back'
    where mail.id = any (mails) and mail.status = 'sending'
    returning mail.id, mail.status
  )
  select array_agg(id) into failed from counted where status = 'failed';
  return array(
    select id
    from unnest(mails) with ordinality given (id, place)
    where id <> all (coalesce(failed, '{}'))
    order by place
  );
end $$;

-- Takes messages that the caller has locked, and leases them to a worker for 50 seconds. Returns the contents
-- of the messages in the given order.
-- Each lease increases `attempt`, so a worker that held an earlier lease has a lower number.
-- The view takes longer to plan than to read, so its plan is kept.
create function private.lease_messages(ids uuid[]) returns setof private.outbox_contents
language plpgsql
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
begin
  perform private.address_mails(ids);
  insert into private.mailbox_links (token_hash, mailbox_hash)
  select distinct private.lead_token(private.mail_token(mailbox), 'mail'), private.hash_mailbox(mailbox)
  from private.outbox
  where id = any (ids) and mailbox is not null
  on conflict do nothing;
  update private.outbox message
  set
    status = 'sending',
    attempts = message.attempts + 1,
    claimed_at = now(),
    due_at = now() + interval '50 seconds',
    priority = case message.priority
      when 'owner_first' then 'owner_retry'
      when 'visitor_first' then 'visitor_retry'
      when 'webhook_first' then 'webhook_retry'
      else message.priority
    end
  where message.id = any (ids);
  return query
  select *
  from private.outbox_contents contents
  where contents.id = any (ids)
  order by array_position(ids, contents.id);
end $$;

-- Leases at most max_mails due emails to the caller, in the order of their priority. If `submissions` is
-- given, only the emails of these submissions are leased. Otherwise the emails of all leads are leased, and
-- the caller must pass the right claim_key. Raises 28000 if `submissions` is null and claim_key is wrong.
-- With max_mails = 0, only this is checked.
create function public.claim_mails(
  max_mails integer default 1,
  submissions uuid[] default null,
  claim_key uuid default null
) returns setof private.outbox_contents
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
set jit = off
as $$
declare
  limits private.lead_settings;
  this_priority private.message_priority;
  is_owners boolean;
  owners_left integer;
  visitors_left integer;
  repeated integer;
  room integer;
  is_beyond boolean;
  chosen uuid[];
  claimed uuid[] := '{}';
begin
  if submissions is null then
    perform private.check_claim_key(claim_key);
  end if;
  if max_mails = 0 then
    return;
  end if;
  -- Because of this lock, only one claim runs at a time, and the budgets are counted exactly. The lock is
  -- released before the worker sends the emails.
  perform pg_advisory_xact_lock(hashtextextended('claim_mails', 0));

  select * into strict limits from private.lead_settings;
  -- We compare with clock_timestamp() instead of now(), because claims that were made since this transaction
  -- began must count too. Claims with a time in the future do not count.
  select limits.owner_mails_per_hour - count(*)
  into owners_left
  from private.outbox mail
  where mail.kind = 'owner'
    and mail.status in ('sending', 'sent')
    and mail.claimed_at between now() - interval '1 hour' and clock_timestamp();
  select
    limits.visitor_mails_per_minute - count(*),
    count(*) filter (where mail.attempts > 1 or mail.priority = 'visitor_last')
  into visitors_left, repeated
  from private.outbox mail
  where mail.kind = 'visitor' and mail.claimed_at between now() - interval '1 minute' and clock_timestamp();

  foreach this_priority in array enum_range('general'::private.message_priority, 'visitor_last') loop
    is_owners := this_priority in ('owner_first', 'owner_retry', 'owner_last');
    room := case this_priority
      when 'general' then max_mails
      when 'colleague' then max_mails
      when 'owner_first' then owners_left
      when 'owner_retry' then owners_left - limits.owner_mails_per_hour / 2
      when 'owner_last' then owners_left - limits.owner_mails_per_hour / 2
      when 'visitor_first' then visitors_left - greatest(limits.visitor_mails_per_minute / 4 - repeated, 0)
      else least(visitors_left, (limits.visitor_mails_per_minute + 1) / 2 - repeated)
    end;
    is_beyond := is_owners and room <= 0;
    room := case when is_beyond then 1000 else least(max_mails - cardinality(claimed), room) end;
    continue when room <= 0;
    chosen := private.lock_due_messages(this_priority, room, submissions);
    continue when chosen = '{}';
    if is_beyond then
      perform private.digest_mails(chosen);
      continue;
    end if;
    claimed := claimed || private.cancel_unwanted(private.fail_unanswered(chosen));
    if is_owners then
      owners_left := owners_left - cardinality(chosen);
    elsif this_priority not in ('general', 'colleague') then
      visitors_left := visitors_left - cardinality(chosen);
      if this_priority <> 'visitor_first' then
        repeated := repeated + cardinality(chosen);
      end if;
    end if;
  end loop;
  return query select * from private.lease_messages(claimed);
end $$;

-- Leases at most max_webhooks due webhooks to the caller. New webhooks come before retries, and in both
-- groups the oldest come first.
-- If the receiver must not get webhooks at the moment, none are leased. `receiver` is the key of the receiver
-- in the table webhook_receivers. The other arguments are the same as for claim_mails.
create function public.claim_webhooks(
  max_webhooks integer default 1,
  submissions uuid[] default null,
  claim_key uuid default null,
  receiver text default null
) returns setof private.outbox_contents
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
set enable_seqscan = off
set jit = off
as $$
declare
  chosen uuid[];
  post private.outbox_contents;
begin
  if submissions is null then
    perform private.check_claim_key(claim_key);
  end if;
  perform private.note_receiver(receiver);
  if private.is_resting(receiver) then
    return;
  end if;
  chosen := private.lock_due_messages('webhook_first', max_webhooks, submissions);
  chosen := chosen
    || private.lock_due_messages('webhook_retry', max_webhooks - cardinality(chosen), submissions);
  for post in
    select *
    from private.lease_messages(chosen)
  loop
    if post.event is distinct from 'erased' then
      -- The post may arrive although it gets no answer. The receiver then knows the person.
      insert into private.told_leads (lead_id)
      values (post.lead_id)
      on conflict (lead_id) do nothing;
      -- If the state were read again when the post is settled, a state that changes in between, and then
      -- changes back, would never be told.
      update private.outbox message
      set said = jsonb_build_object(
        'lead_id', post.lead_id,
        'receiver', claim_webhooks.receiver,
        'sequence', post.sequence,
        'consent', post.consent,
        'may_be_mailed', post.may_be_mailed,
        -- A post without data leaves the receiver those that it has. After an attempt without an answer
        -- nobody knows which: the receiver ignores what is older than this post, if that has arrived.
        'data_hash', case
          when post.current then private.hash_data(to_jsonb(post))
          when post.attempt = 1 then (
            select told.data_hash
            from private.told_leads told
            where told.lead_id = post.lead_id and told.receiver = claim_webhooks.receiver
          )
        end,
        'booking', post.booking ->> 'told',
        'outcome', post.outcome ->> 'told')
      where message.id = post.id;
    end if;
    return next post;
  end loop;
end $$;
