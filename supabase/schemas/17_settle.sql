-- Returns for how long a message of this kind is tried. Meta refuses an event that happened seven days ago,
-- so nobody tries in the last hour before.
create function private.tried_for(kind text) returns interval
language sql immutable
set search_path = ''
as $$
  select interval '7 days' - case when kind = 'ad' then interval '1 hour' else '0' end;
$$;

-- Returns how long to wait before a retry. The pause is half the time since the message was queued, but at
-- least 15 s and at most 50 min, with 20 % jitter.
create function private.retry_delay(queued_for interval) returns interval
language sql
set search_path = ''
as $$
  select (0.8 + 0.4 * random())
    * least(greatest(queued_for / 2, interval '15 seconds'), interval '50 minutes');
$$;

-- Takes the outcome of the last attempt to send a message. Returns the reason why the message has failed, or
-- null if it will be sent again.
create function private.failure_reason(message private.outbox, outcome text) returns text
language sql
set search_path = ''
as $$
  select case
    when outcome = 'rejected' then 'rejected'
    when outcome = 'unanswered' and message.unanswered >= 2 then 'unanswered'
    when message.queued_at < now() - private.tried_for(message.kind) then 'expired'
  end;
$$;

-- Stores how an attempt to send a message ended. The outcome is 'sent', 'deferred' (try again later),
-- 'rejected' (there is no such mailbox, or the receiver is gone) or 'unanswered'.
-- For a webhook, `receiver` says who got it. `rest_seconds` is how long the receiver asked us to wait, or
-- null.
-- Returns the new status of the message, or null if another worker has claimed the message since then.
create function public.settle_message(
  id uuid,
  attempt integer,
  outcome text,
  error text default null,
  receiver text default null,
  rest_seconds double precision default null
) returns text
language sql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
  insert into private.webhook_receivers as known (receiver, rests_until, fault)
  select
    settle_message.receiver,
    case when outcome = 'rejected' then 'infinity' else now() + make_interval(secs => rest_seconds) end,
    left(error, 500)
  where settle_message.receiver is not null and (outcome = 'rejected' or rest_seconds > 0)
  on conflict (receiver) do update
  set
    rests_until = greatest(known.rests_until, excluded.rests_until),
    fault = excluded.fault;

  -- The address or the number may have been corrected while the email was on its way.
  select private.address_mails(array[message.id])
  from private.outbox message
  where message.id = settle_message.id
    and message.attempts = settle_message.attempt
    and message.status = 'sending'
    and message.kind = 'visitor'
    and outcome <> 'sent'
    and private.failure_reason(message, outcome) is null;

  update private.outbox message
  set
    status = case
      when outcome = 'sent' then 'sent'
      when private.failure_reason(message, outcome) is null then 'pending'
      else 'failed'
    end,
    reason = case when outcome <> 'sent' then private.failure_reason(message, outcome) end,
    unanswered = message.unanswered + (outcome = 'unanswered')::integer,
    sent_at = case when outcome = 'sent' then now() end,
    due_at = now() + private.retry_delay(now() - message.queued_at),
    last_error = case when outcome <> 'sent' then left(error, 500) end,
    -- A digest that cannot have arrived takes entries again.
    contents = case
      when message.kind <> 'digest'
        or outcome = 'unanswered'
        or outcome <> 'sent' and message.unanswered > 0
        then message.contents
    end
  where message.id = settle_message.id
    and message.attempts = settle_message.attempt
    and message.status = 'sending'
  returning message.status::text;
$$;
