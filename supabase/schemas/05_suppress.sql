-- The mailboxes in this table get no more visitor mails. Each row contains only a hash of the mailbox, so
-- that the row can be kept when the person is erased. Somebody who unsubscribed therefore gets no mail, even
-- if the address is entered again later.
create table private.suppressed_mailboxes (
  mailbox_hash uuid primary key,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained')),
  since timestamptz not null,
  -- Either 'link' (the page behind the link), 'mail program' (RFC 8058), 'restore', or the name of the mail
  -- provider that reported the problem.
  source text not null,
  -- The time at which the operator lifted the suppression, and the login that did so. The row stays, so that
  -- a report about an earlier time does not suppress the mailbox again.
  lifted_at timestamptz,
  lifted_by text
);

-- This table contains the secret for the hashes of mailboxes. Without it, somebody who reads the hashes could
-- hash an address and find it among them. If it is lost, the suppressed mailboxes get mails again.
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

-- Suppresses a mailbox by its hash. If it was already suppressed, the earliest reason is kept. If the
-- suppression was lifted, only a later reason suppresses the mailbox again. Returns true if this call changed
-- something.
create function private.suppress_hash(hash uuid, reason text, source text, since timestamptz) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  insert into private.suppressed_mailboxes as known (mailbox_hash, reason, since, source)
  values (suppress_hash.hash, suppress_hash.reason, suppress_hash.since, suppress_hash.source)
  on conflict (mailbox_hash) do update
  set
    reason = excluded.reason,
    since = excluded.since,
    source = excluded.source,
    lifted_at = null,
    lifted_by = null
  where case
    when known.lifted_at is null then excluded.since < known.since
    else excluded.since > known.lifted_at
  end;
  return found;
end $$;

-- Does the same for a mailbox (a mailbox_key) or for a dead address in lower case.
create function private.suppress_mailbox(
  mailbox text,
  reason text,
  source text,
  since timestamptz default now()
)
returns void
language sql
set search_path = ''
as $$
  select private.suppress_hash(private.hash_mailbox(mailbox), reason, source, since);
$$;

-- Returns why an address gets no more mails, either because the address is dead or because its mailbox is
-- suppressed. Returns no row if the address may get mails.
create function private.suppressions_of(address text) returns setof private.suppressed_mailboxes
language sql stable
set search_path = ''
as $$
  select *
  from private.suppressed_mailboxes
  where lifted_at is null
    and mailbox_hash = any (private.mailbox_hashes(suppressions_of.address))
  order by since;
$$;

-- Returns true if an address gets no more mails.
create function private.is_suppressed(address text) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return exists (select from private.suppressions_of(is_suppressed.address));
end $$;

-- Lifts the suppression of a person's mailbox, so that it may get mails again. The person's notes then say
-- why there was a suppression, and why it was lifted. A later report or click suppresses the mailbox again.
-- Returns true if the mailbox was suppressed. Raises 23514 if the note is empty or has more than 1000
-- characters.
create function desk.lift_suppression(id uuid, note text) returns boolean
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
  were text;
begin
  if coalesce(char_length(btrim(note)), 0) not between 1 and 1000 then
    raise exception 'a note says why the mails may go out again' using errcode = 'check_violation';
  end if;
  with lifted as (
    update private.suppressed_mailboxes suppressed
    set
      lifted_at = clock_timestamp(),
      lifted_by = session_user
    where suppressed.mailbox_hash in (
      select mailbox_hash
      from private.suppressions_of(address)
    )
    returning reason, since, source
  )
  select string_agg(format('%s, since %s, by %s', reason, to_char(since, 'YYYY-MM-DD'), source), '; ')
  into were
  from lifted;
  if were is null then
    return false;
  end if;
  insert into private.lead_notes (lead_id, kind, words)
  values (lift_suppression.id, 'note', format('Mails go out again (before: %s). %s', were, btrim(note)));
  return true;
end $$;

create index lead_corrections_mailbox_idx on private.lead_corrections (private.mailbox_key(old_value))
  where field = 'email';

-- Returns true if a mailbox (a mailbox_key) got three visitor mails in 30 days and nobody pressed a button
-- behind the links in them. If a stranger keeps entering somebody's address, that person therefore gets only
-- three mails in 30 days. A mail that may have arrived counts too, even if it failed in the end, or if the
-- address was corrected and the mail was sent again to another one.
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
          -- After a correction, the person presses links in the mails to another mailbox.
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

-- Returns the reason why no visitor mail may go to this address, or null if it may be mailed. Everything that
-- asks whether a mailbox may be mailed asks here.
-- `event` says what the mail is: null for the mail about a form, 'reminder', or 'queued' for a mail that was
-- queued or sent before, so that only a suppression stops it. A reminder comes a while after another mail.
-- `asked_number` and `withdrawn_at` are the same as for has_had_mail.
create function private.refuse_mail(
  address text,
  event text,
  asked_number text default null,
  withdrawn_at timestamptz default null
)
returns private.message_reason
language plpgsql stable
set search_path = ''
as $$
begin
  return case
    when private.is_suppressed(address) then 'suppressed'
    when event = 'queued' then null
    when event is null
      and private.has_had_mail(private.mailbox_key(address), asked_number, withdrawn_at)
    then 'already_mailed'
    when private.is_unpressed(private.mailbox_key(address)) then 'unpressed'
  end;
end $$;

-- Suppresses the mailbox of the person whose link contains this token, and those from which the address was
-- corrected, because the mail with the link may have gone there. The lead and the consent to texts do not
-- change.
-- `way` is 'link' or 'mail program'. Returns true if the token is known.
create function public.unsubscribe(token uuid, way text) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
declare
  addresses constant text[] := (
    select array[email] || array(
      select old_value
      from private.lead_corrections made
      where made.lead_id = person.id and made.field = 'email'
    )
    from private.leads person
    where private.lead_token(secret, 'mail') = unsubscribe.token
  );
begin
  perform private.suppress_mailbox(mailbox, 'unsubscribed', way)
  from (
    select distinct private.mailbox_key(address) as mailbox
    from unnest(addresses) address
    order by mailbox
  ) mailboxes;
  return addresses is not null;
end $$;
