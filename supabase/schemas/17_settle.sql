-- Returns how long to wait before a retry. The pause is half the time since the message was queued, but at
-- least 15 s and at most 50 min, with 20 % jitter. After seven days, the function returns null, and there is
-- no retry.
create function private.retry_delay(queued_for interval) returns interval
language sql
set search_path = ''
as $$
  select (0.8 + 0.4 * random())
    * least(greatest(queued_for / 2, interval '15 seconds'), interval '50 minutes')
  where queued_for <= interval '7 days';
$$;

-- Takes the outcome of the last attempt to send a message. Returns the reason why the message has failed, or
-- null if it will be sent again. `unanswered` is how many earlier attempts got no answer, and `queued_for` is
-- how long ago the message was queued.
create function private.failure_reason(outcome text, unanswered integer, queued_for interval) returns text
language sql
set search_path = ''
as $$
  select case
    when outcome = 'rejected' then 'rejected'
    when outcome = 'unanswered' and unanswered >= 2 then 'unanswered'
    when private.retry_delay(queued_for) is null then 'expired'
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

  -- The address or the number may have been corrected while the mail was on its way.
  select private.address_mails(array[message.id])
  from private.outbox message
  where message.id = settle_message.id
    and message.attempts = settle_message.attempt
    and message.status = 'sending'
    and message.kind = 'visitor'
    and outcome <> 'sent'
    and private.failure_reason(outcome, message.unanswered, now() - message.queued_at) is null;

  update private.outbox message
  set
    status = case
      when outcome = 'sent' then 'sent'
      when private.failure_reason(outcome, message.unanswered, now() - message.queued_at) is null
        then 'pending'
      else 'failed'
    end,
    reason = case
      when outcome <> 'sent'
        then private.failure_reason(outcome, message.unanswered, now() - message.queued_at)
    end,
    unanswered = message.unanswered + (outcome = 'unanswered')::integer,
    sent_at = case when outcome = 'sent' then now() end,
    due_at = now() + coalesce(private.retry_delay(now() - message.queued_at), interval '0'),
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
