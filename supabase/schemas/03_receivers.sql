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

-- Returns {"fault", "until"} of a receiver that rests, or null. A receiver may ask for an hour. It rests
-- longer if it is gone, without an end, or sends us elsewhere.
create function private.resting_receiver() returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'fault', coalesce(fault, ''),
    'until', case when isfinite(rests_until) then rests_until end)
  from private.webhook_receivers
  where rests_until > now() + interval '1 hour' and receiver not like 'meta:%'
  order by since desc nulls last
  limit 1;
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

-- Returns {"fault", "until"} of the ad platform while it rests, or null.
create function private.ad_rest() returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('fault', coalesce(fault, ''), 'until', rests_until)
  from private.webhook_receivers
  where receiver = private.present_receiver('ad') and rests_until > now();
$$;
