-- Who gets posts, and who must not get any for now.

-- This table contains the receivers of webhooks.
create table private.webhook_receivers (
  -- The SHA-256 hash of the address in hex. The address itself is not stored, because it may contain a key.
  -- For an ad platform, its name stands before, as in meta:…
  receiver text primary key,
  -- Until then, the receiver gets no webhooks. The value is infinity if it has answered that it is gone
  -- (410).
  rests_until timestamptz not null default '-infinity',
  -- Why the receiver rests.
  fault text,
  -- The time since which the function posts to this receiver. The newest of a kind is the present receiver.
  since timestamptz
);

-- Returns the receiver to which the function posts messages of this kind ('webhook' or 'ad'), or null before
-- its first claim.
create function private.present_receiver(kind text default 'webhook') returns text
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select receiver
    from private.webhook_receivers
    where since is not null
      and (receiver like 'meta:%') = (kind = 'ad')
    order by since desc
    limit 1
  );
end $$;

-- Returns {kind: {"fault", "until"}} of the present receivers that rest. The kind is that of the messages
-- that wait for it ('webhook' or 'ad'). "until" is null if the receiver is gone and rests without an end.
create function private.resting_receivers() returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(
    jsonb_object_agg(
      kind,
      jsonb_build_object(
        'fault', coalesce(fault, ''),
        'until', case when isfinite(rests_until) then rests_until end)),
    '{}')
  from unnest('{webhook,ad}'::text[]) kind
  join private.webhook_receivers on receiver = private.present_receiver(kind)
  where rests_until > now();
$$;

-- Returns what the doctor says of the receiver of webhooks, as resting_receivers does, or null. A receiver
-- may ask for an hour. It rests longer if it is gone, or sends us elsewhere.
create function private.resting_receiver() returns jsonb
language sql stable
set search_path = ''
as $$
  select rest
  from (select private.resting_receivers() -> 'webhook') resting (rest)
  where ((rest ->> 'until')::timestamptz > now() + interval '1 hour') is not false and rest is not null;
$$;

-- Returns true if this receiver must not get anything at the moment.
create function private.is_resting(receiver text) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select
    from private.webhook_receivers known
    where known.receiver = is_resting.receiver and known.rests_until > now()
  );
$$;
