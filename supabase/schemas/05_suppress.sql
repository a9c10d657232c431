-- Returns the reasons for which a mailbox can be suppressed. Each has its words at the desk, in
-- desk/core/suppression-words.ts.
create function private.suppression_reasons() returns text[]
language sql immutable parallel safe
return '{unsubscribed,complained,bounced}'::text[];

-- What was said about mailboxes. Events are only ever added. The newest event of a mailbox and a reason says
-- whether the mailbox is suppressed for that reason. A mailbox with any such reason gets no more visitor
-- emails. Each row contains only a hash of the mailbox, so that the row can be kept when the person is
-- erased. Somebody who unsubscribed therefore gets no email, even if the address is entered again later.
create table private.mailbox_events (
  -- The order of the events.
  id bigint primary key default nextval('private.event_ids'),
  mailbox_hash uuid not null,
  reason text not null check (reason = any (private.suppression_reasons())),
  -- False if the mailbox is suppressed, true if the operator lifts that.
  is_lift boolean not null default false,
  -- Either 'link' (the page behind the link), 'mail program' (RFC 8058), 'restore', the name of the mail
  -- provider that reported the problem, or 'desk:<database login of the operator>'.
  said_by text not null,
  happened_at timestamptz not null default clock_timestamp()
);

create index mailbox_events_mailbox_idx on private.mailbox_events (mailbox_hash, reason, id);

-- The view lists the mailboxes that are suppressed, each with its reasons. `id` is the event that suppressed
-- it last for this reason.
create view private.suppressed_mailboxes with (security_invoker = true) as
  select mailbox_hash, reason, happened_at as since, said_by as source, id
  from private.mailbox_events refusal
  where not is_lift
    and not exists (
      select
      from private.mailbox_events later
      where later.mailbox_hash = refusal.mailbox_hash
        and later.reason = refusal.reason
        and later.id > refusal.id
    );

-- This table contains the secret for the hashes of mailboxes. Without it, somebody who reads the hashes could
-- hash an address and find it among them. If it is lost, the suppressed mailboxes get emails again.
create table private.mailbox_secret (
  singleton boolean primary key default true check (singleton),
  secret bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  -- Suppressions from before this time were hashed with another secret.
  created_at timestamptz not null default now()
);

insert into private.mailbox_secret default values;

-- Takes a mailbox_key, or a dead address in lower case. Returns the hash that private.suppressed_mailboxes
-- stores for this mailbox or address. Raises P0002 if the secret is lost.
create function private.hash_mailbox(mailbox text) returns uuid
language plpgsql stable parallel safe
set search_path = ''
as $$
declare
  key bytea;
begin
  select secret into strict key from private.mailbox_secret;
  return encode(substring(sha256(key || convert_to(mailbox, 'UTF8')) for 16), 'hex')::uuid;
end $$;

-- Returns the hashes by which private.suppressed_mailboxes may know an address: that of its mailbox, and that
-- of the address itself. Raises P0002 if the secret is lost.
create function private.mailbox_hashes(address text) returns uuid[]
language sql stable
set search_path = ''
as $$
  select array(
    select distinct private.hash_mailbox(mailbox)
    from unnest(array[private.mailbox_key(address), lower(address)]) mailbox
  );
$$;

-- The hashes are stored, because the desk finds the persons of a suppressed mailbox by them.
alter table private.leads
  add column mailbox_hashes uuid[] not null default '{}';

-- Before a person is stored, or gets another address, this trigger works out the hashes.
create function private.keep_mailbox_hashes() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.mailbox_hashes := private.mailbox_hashes(new.email);
  return new;
end $$;

create trigger leads_keep_mailbox_hashes
  before insert or update of email on private.leads
  for each row execute function private.keep_mailbox_hashes();

create index leads_mailbox_hashes_idx on private.leads
  using gin (mailbox_hashes)
  with (fastupdate = off);

-- Takes the hash of a mailbox_key. Nobody else adds an event about the mailbox until the transaction ends, so
-- the event with the higher id is the later one.
create function private.lock_mailbox(hash uuid) returns void
language sql
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('mailbox ' || hash, 0));
$$;

-- Suppresses a mailbox (a mailbox_key) or a dead address in lower case.
create function private.suppress_mailbox(
  mailbox text,
  reason text,
  source text,
  since timestamptz default clock_timestamp()
)
returns void
language sql
set search_path = ''
as $$
  select private.lock_mailbox(private.hash_mailbox(private.mailbox_key(mailbox)));
  insert into private.mailbox_events (mailbox_hash, reason, said_by, happened_at)
  values (private.hash_mailbox(mailbox), suppress_mailbox.reason, suppress_mailbox.source, since);
$$;

-- Suppresses a mailbox by its hash, because a list of removals says so. `event` is the id of the refusal, or
-- null in an older list, which knows only its time `since`. Changes nothing if the mailbox is suppressed for
-- this reason anyway, or if that was lifted later. Returns true if this call changed something.
create function private.restore_suppression(hash uuid, reason text, since timestamptz, event bigint)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
  newest private.mailbox_events;
begin
  select *
  into newest
  from private.mailbox_events known
  where known.mailbox_hash = restore_suppression.hash and known.reason = restore_suppression.reason
  order by known.id desc
  limit 1;
  if not newest.is_lift or coalesce(newest.id > event, newest.happened_at > since) then
    return false;
  end if;
  -- Before the list came, another event may have got this id.
  if event is null or exists (select from private.mailbox_events known where known.id = event) then
    event := nextval('private.event_ids');
  end if;
  insert into private.mailbox_events (id, mailbox_hash, reason, said_by, happened_at)
  values (event, hash, restore_suppression.reason, 'restore', since);
  return true;
end $$;

-- Returns why an address gets no more emails, either because the address is dead or because its mailbox is
-- suppressed. Returns no row if the address may get emails.
create function private.suppressions_of(address text) returns setof private.suppressed_mailboxes
language sql stable
set search_path = ''
as $$
  select *
  from private.suppressed_mailboxes
  where mailbox_hash = any (private.mailbox_hashes(suppressions_of.address));
$$;

-- Returns true if an address gets no more emails.
create function private.is_suppressed(address text) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return exists (select from private.suppressions_of(is_suppressed.address));
end $$;

-- Lifts one reason for which a person's mailbox is suppressed. If there is no other, it may get emails again.
-- The person's notes then say why there was a suppression, and why it was lifted. `known` is the id of the
-- newest event that the operator saw. If it is null, it does not matter.
-- Returns 'lifted', 'changed' if a newer event says the same again, or null if the mailbox is not suppressed
-- for this reason. Raises 23514 if the note is empty or has more than 1000 characters.
create function desk.lift_suppression(id uuid, reason text, note text, known bigint default null) returns text
language plpgsql security definer
set search_path = ''
set timezone = 'UTC'
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  address constant text := (
    select email
    from private.leads person
    where person.id = lift_suppression.id
  );
  seen bigint;
  were text;
begin
  if coalesce(char_length(btrim(note)), 0) not between 1 and 1000 then
    raise exception 'a note says why the emails may go out again' using errcode = 'check_violation';
  end if;
  perform private.lock_mailbox(private.hash_mailbox(private.mailbox_key(address)));
  select max(held.id), string_agg(format('since %s, by %s', to_char(since, 'YYYY-MM-DD'), source), '; ')
  into seen, were
  from private.suppressions_of(address) held
  where held.reason = lift_suppression.reason;
  if seen is null then
    return null;
  end if;
  if seen <> known then
    return 'changed';
  end if;
  insert into private.mailbox_events (mailbox_hash, reason, is_lift, said_by)
  select mailbox_hash, held.reason, true, 'desk:' || private.actor()
  from private.suppressions_of(address) held
  where held.reason = lift_suppression.reason;
  insert into private.lead_notes (lead_id, kind, words)
  values (
    lift_suppression.id,
    'act',
    format(
      '%s (before: %s, %s). %s',
      case when private.is_suppressed(address) then 'One reason against emails is lifted'
        else 'Emails go out again' end,
      lift_suppression.reason,
      were,
      btrim(note)));
  return 'lifted';
end $$;

create index lead_corrections_mailbox_idx on private.lead_corrections (private.mailbox_key(old_value))
  where field = 'email';

-- Returns true if a mailbox (a mailbox_key) got three visitor emails in 30 days and nobody pressed a button
-- behind the links in them. If a stranger keeps entering somebody's address, that person therefore gets only
-- three emails in 30 days. An email that may have arrived counts too, even if it failed in the end, or if the
-- address was corrected and the email was sent again to another one.
create function private.is_unpressed(mailbox text) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(sum(mails), 0) >= 3 and bool_and(pressed_at is null)
    from (
      (
        select
          (mail.status in ('pending', 'sending', 'sent') or mail.unanswered > 0)::integer
            + mail.sent_before as mails,
          -- After a correction, the person presses links in the emails to another mailbox.
          case when private.mailbox_key(person.email) = is_unpressed.mailbox then person.pressed_at end
            as pressed_at
        from private.outbox mail
        join private.leads person on person.id = mail.lead_id
        where mail.mailbox = is_unpressed.mailbox
          and mail.kind = 'visitor'
          and mail.queued_at > now() - interval '30 days'
          and (mail.status in ('pending', 'sending', 'sent') or mail.unanswered + mail.sent_before > 0)
        order by pressed_at
        limit 3
      )
      union all
      select mail.unanswered + mail.sent_before, null
      from private.lead_corrections made
      join private.outbox mail on mail.lead_id = made.lead_id
      where made.field = 'email'
        and private.mailbox_key(made.old_value) = is_unpressed.mailbox
        and mail.mailbox <> is_unpressed.mailbox
        and mail.kind = 'visitor'
        and mail.queued_at > now() - interval '30 days'
        and mail.unanswered + mail.sent_before > 0
    ) recent
  );
end $$;

-- Returns the reason why no visitor email may go to this address, or null if it may be emailed. Everything
-- that asks whether a mailbox may be emailed asks here. `event` says what the email is: null for the email
-- about a form, 'reminder', or 'queued' for an email that was queued or sent before, so that only a
-- suppression stops it. A reminder comes a while after another email. `asked_number` is the same as for
-- has_had_mail.
create function private.refuse_mail(address text, event text, asked_number text default null)
returns private.message_reason
language plpgsql stable
set search_path = ''
as $$
begin
  return case
    when private.is_suppressed(address) then 'suppressed'
    when event = 'queued' then null
    when event is null
      and private.has_had_mail(private.mailbox_key(address), asked_number)
    then 'already_mailed'
    when private.is_unpressed(private.mailbox_key(address)) then 'unpressed'
  end;
end $$;
