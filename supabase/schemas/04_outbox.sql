-- This table is the queue of messages. A message is an email or a webhook about a submission, or it is a
-- general email to the owner (an alert, a digest, a day's overview, a seal email or a notice).
-- The file 00_states.sql lists the states of a message.
create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid references private.lead_submissions on delete cascade,
  lead_id uuid references private.leads on delete cascade,
  kind text not null,
  status private.message_status not null default 'pending',
  reason private.message_reason,
  priority private.message_priority not null default 'general',
  attempts integer not null default 0,
  -- The number of attempts since the message was queued that sent the whole email and then got no answer from
  -- the server. After each of these attempts, the email may have arrived.
  unanswered integer not null default 0,
  -- How often the message was sent, or may have arrived, before it came back or the operator queued it again.
  sent_before integer not null default 0,
  -- For a pending message, this is the time of the next attempt. While a message is being sent, it is the
  -- time at which the worker's lease ends.
  due_at timestamptz not null default now(),
  claimed_at timestamptz,
  sent_at timestamptz,
  -- The answer of the server to the last attempt, or the error of the network.
  last_error text,
  queued_at timestamptz not null default now(),
  -- The mailbox_key of the visitor's address. The column is null for a preview deployment, because emails
  -- from there go to the owner.
  mailbox text,
  -- The address of the colleague who gets a copy of the email to the owner.
  recipient text,
  -- What a general email says, written before a worker may claim it. It is null in a digest that still takes
  -- entries, and in one that was sent, because a digest names people.
  contents jsonb,
  digest_id uuid references private.outbox on delete set null,
  -- What a webhook said when it was last posted, as a row of told_leads. The trigger note_told reads it.
  said jsonb,
  -- The token in the link that the visitor opens to confirm the phone number. It is null if the email does
  -- not ask. `asked_number` is the number (E.164) about which the email asks.
  token uuid,
  asked_number text,
  -- The ids that the email had before it was sent again with a new one. A late report names one of them.
  former_ids uuid[] not null default '{}',
  -- When each of these was claimed last.
  former_claims timestamptz[] not null default '{}',
  -- A webhook without an event reports a submission. With an event, it reports that the person watched a part
  -- of the video, that a stop was lifted, that their call or their outcome changed, that the person's data or
  -- consent changed in another way, or that the person was erased. A visitor email with 'reminder' reminds
  -- the person of the video. An ad platform is told of a 'lead', a 'schedule' (a call) or a 'purchase'.
  event text check (
    event in (
      'watched', 'stop_lifted', 'booked', 'outcome', 'updated', 'erased', 'reminder', 'lead', 'schedule',
      'purchase')
  ),
  -- The percentage of the video that the person watched.
  watched_percent smallint,
  -- The id of the person who was erased. The id is random and names nobody, and the receiver already knows it
  -- from earlier webhooks.
  erased_lead uuid,
  -- Each new message gets a higher number. A receiver can therefore tell which of two webhooks about a person
  -- is newer.
  sequence bigint not null generated always as identity,
  constraint outbox_lead_check check (
    case
      when priority = 'general' or event = 'erased' then num_nonnulls(submission_id, lead_id) = 0
      else num_nulls(submission_id, lead_id) = 0
    end
  ),
  constraint outbox_reported_check check (
    (
      case event
        when 'reminder' then kind = 'visitor'
        when 'lead' then kind = 'ad'
        when 'schedule' then kind = 'ad'
        when 'purchase' then kind = 'ad'
        else kind = 'webhook' or event is null and kind <> 'ad'
      end
    )
    and (watched_percent is not null) = coalesce(event = 'watched', false)
    and (erased_lead is not null) = coalesce(event = 'erased', false)
  ),
  constraint outbox_recipient_check check (
    (recipient is not null) = (kind = 'colleague')
  ),
  constraint outbox_contents_check check (
    priority = 'general' or contents is null
  ),
  constraint outbox_reason_check check (
    case status
      when 'held' then coalesce(reason in ('suspected_bot', 'limit'), false)
      when 'failed'
        then coalesce(
          reason in ('rejected', 'unanswered', 'expired', 'bounced', 'returned', 'complained'),
          false)
      when 'cancelled'
        then coalesce(
          reason in (
            'dropped', 'already_mailed', 'suppressed', 'unlisted', 'unpressed', 'outdated', 'in_digest'),
          false)
      else reason is null
    end
  ),
  constraint outbox_priority_check check (
    case
      when kind in ('visitor', 'owner', 'colleague', 'webhook', 'ad')
        then split_part(priority::text, '_', 1) = kind
      else priority = 'general'
    end
  )
);

create unique index outbox_submission_id_kind_key
  on private.outbox (
    submission_id,
    kind,
    coalesce(watched_percent, 0),
    coalesce(recipient, ''),
    (case coalesce(event, 'watched') when 'watched' then 0 when 'reminder' then -1 else sequence end)
  );
create index outbox_erased_idx on private.outbox (queued_at)
  where event = 'erased';
create unique index outbox_token_idx on private.outbox (token)
  where token is not null;
create unique index outbox_last_key on private.outbox (kind)
  where kind in ('alert', 'seal');
-- A day has one overview, however many sweeps run.
create unique index outbox_overview_key on private.outbox ((contents ->> 'day'))
  where kind = 'overview';
create index outbox_lead_idx on private.outbox (lead_id);
-- These two are used only by who asks for what is waiting, as is_waiting says.
create index outbox_due_idx on private.outbox (due_at, priority)
  where private.is_waiting(status);
create index outbox_priority_idx on private.outbox (priority, due_at)
  where private.is_waiting(status);
create index outbox_failed_or_held_idx on private.outbox (status, priority, due_at)
  where status in ('failed', 'held');
-- This index contains only visitor emails that were claimed. If the index contained all visitor emails,
-- accept_lead would read all of them until Postgres has collected statistics.
create index outbox_visitor_claimed_idx on private.outbox (claimed_at)
  where kind = 'visitor' and claimed_at is not null;
create index outbox_owner_claimed_idx on private.outbox (claimed_at)
  where kind = 'owner' and status in ('sending', 'sent');
create index outbox_mailbox_idx on private.outbox (mailbox, queued_at)
  where kind = 'visitor'
    and (status in ('pending', 'sending', 'sent', 'failed') or unanswered + sent_before > 0);
create index outbox_undigested_idx on private.outbox (queued_at)
  where reason = 'in_digest' and kind = 'owner' and digest_id is null;
create index outbox_digest_idx on private.outbox (digest_id)
  where digest_id is not null;

-- Returns the time before which a message was due if it is overdue now.
-- This function sets no search_path, because Postgres cannot inline a function that sets one.
create function private.overdue_before() returns timestamptz
language sql stable
return now() - interval '10 minutes';

-- The view lists the messages that need the operator's attention, each with its problem. The problem is
-- failed, held, overdue (see overdue_before), delayed (its retries have been failing for an hour) or resting
-- (its receiver gets nothing for so long that it would be overdue). What waits for a receiver that rests is
-- delayed and not overdue.
-- Each of these problems can be looked up in an index. The alert is left out, because it tells of the others.
create view private.outbox_attention with (security_invoker = true) as
  select id, kind, priority, status, reason, attempts, last_error, queued_at, due_at, lead_id, problem
  from (
    select *, status::text as problem
    from private.outbox
    where status in ('failed', 'held')
    union all
    select waiting.*, case
      when rest is null and due_at < private.overdue_before() then 'overdue'
      when due_at < private.overdue_before() or attempts > 0 and queued_at < now() - interval '1 hour'
        then 'delayed'
      else 'resting'
    end
    from
      private.outbox waiting,
      lateral (select (select private.resting_receivers()) -> kind as rest) receiver
    where private.is_waiting(status)
      and (
        due_at < private.overdue_before()
        or attempts > 0 and queued_at < now() - interval '1 hour'
        or rest is not null
          and coalesce((rest ->> 'until')::timestamptz, 'infinity')
            > now() + (now() - private.overdue_before())
      )
  ) stuck
  where kind <> 'alert';

-- Counts the messages in outbox_attention for each problem, and counts emails and other messages separately.
-- Each count stops at 1001, so that the query stays fast. If `for_longer_than` is given, a message that
-- failed, is held or should have been sent less than this long ago is not counted.
create function private.count_attention(for_longer_than interval default null)
returns table (is_webhook boolean, problem text, messages integer)
language sql stable
set search_path = ''
set jit = off
set enable_seqscan = off
as $$
  select sort.is_webhook, sought.problem, counted.messages
  from
    (values
      (false, 'general'::private.message_priority, 'visitor_last'::private.message_priority),
      (true, 'webhook_first', 'ad')
    ) sort (is_webhook, first, last),
    (values
      ('failed', '{failed}'::text[]),
      ('held', '{held}'),
      ('overdue', '{pending,sending}'),
      ('delayed', '{pending,sending}')
    ) sought (problem, statuses),
    lateral (
      select count(*)::integer as messages
      from (
        select
        from private.outbox_attention stuck
        where stuck.status = any (sought.statuses)
          and stuck.priority between sort.first and sort.last
          and stuck.problem = sought.problem
          and (stuck.problem = 'delayed' or coalesce(stuck.due_at < now() - for_longer_than, true))
        limit 1001
      ) few
    ) counted;
$$;

-- Returns true if a message would go to another mailbox now than when it was queued: the address was
-- corrected since, or the email is of a preview, whose emails the owner gets.
create function private.has_new_address(message private.outbox) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return exists (
    select
    from private.lead_submissions submission
    where submission.id = message.submission_id
      and (submission.preview or exists (
        select
        from private.lead_corrections made
        where made.lead_id = message.lead_id
          and made.field = 'email'
          and made.corrected_at > message.queued_at
      ))
  );
end $$;

-- Takes a domain in lower case. Some providers deliver several spellings of an address and several domains to
-- one mailbox. For such a provider, returns the domain that stands for all of its domains, and the characters
-- that do not count in the local part. For any other domain, returns the domain and null.
create function private.mailbox_rule(inout domain text, out ignored text)
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  if domain in ('gmail.com', 'googlemail.com') then
    domain := 'gmail.com';
    ignored := '.';
  elsif domain in ('proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me') then
    domain := 'proton.me';
    ignored := '.-_';
  elsif domain in ('icloud.com', 'me.com', 'mac.com') then
    domain := 'icloud.com';
    ignored := '';
  end if;
end $$;

-- Returns the same key for every spelling of a mailbox. The key is in lower case and has no +tag, and
-- mailbox_rule says what else does not count. The key is only used to compare mailboxes. No email is ever
-- sent to a key.
create function private.mailbox_key(email text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  local constant text := regexp_replace(substring(lower(email) from '^(.*)@'), '^([^+]+)\+.*$', '\1');
  rule constant record := private.mailbox_rule(substring(lower(email) from '[^@]*$'));
  plain constant text := coalesce(nullif(translate(local, coalesce(rule.ignored, ''), ''), ''), local);
begin
  return plain || '@' || rule.domain;
end $$;

-- Returns what is known to be dead if an email to this address bounced: the mailbox, or only the address as
-- it was typed. Anybody can type ada+x@… even if only ada@… exists, so a bounce from an address with a tag
-- says nothing about the mailbox. At a provider with a mailbox_rule, all mailboxes support tags.
create function private.dead_key(email text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return case
    when (private.mailbox_rule(substring(lower(email) from '[^@]*$'))).ignored is not null
      then private.mailbox_key(email)
    else lower(email)
  end;
end $$;

-- Returns the submission that the link in an email confirms, with the address and the number that were meant.
-- If the link can confirm nothing, all columns are null. The link works for 30 days after the email was last
-- sent, as long as the email went to the person's mailbox and asked about the number that was meant. It ends
-- with a withdrawal, and when the same source sends a newer number that is not the one on record. An email
-- that was not sent yet is judged as if it were sent now.
create function private.asked_by(mail private.outbox) returns private.lead_submissions
language sql stable
set search_path = ''
as $$
  select meant.*
  from private.lead_submissions asked
  join private.leads person on person.id = asked.lead_id
  cross join lateral private.corrected(asked) meant
  where asked.id = mail.submission_id
    and mail.token is not null
    and mail.event is null
    and coalesce(mail.claimed_at, now()) > now() - interval '30 days'
    and mail.asked_number = meant.phone_e164
    and mail.mailbox = private.mailbox_key(meant.email)
    and (
      meant.phone_e164 = person.phone_e164
      -- The traces of a stranger's submission are gone. A link that was dead by then has lost its token.
      or asked.ip_hash is null and not asked.merged
      or asked.phone_e164 = (
        select latest.phone_e164
        from private.lead_submissions latest
        where latest.lead_id = asked.lead_id
          and (latest.ip_hash = asked.ip_hash or asked.merged and latest.merged)
          and latest.confirms is null
          and latest.consent
          and not latest.held
        order by latest.event_id desc
        limit 1
      )
    )
    and asked.event_id > private.last_withdrawal(asked.lead_id);
$$;

-- Returns true if the mailbox got a visitor email in the last 24 hours, or if one is queued for it.
-- `asked_number` is the number (E.164) that the new email would ask the visitor to confirm, or null. If no
-- email asks about this number with a link that still works, up to three emails are allowed in 24 hours. A
-- reminder asks about no number. An email that failed does not count, even if it may have arrived. Otherwise
-- neither a new submission nor the operator could send the link again on the same day.
create function private.has_had_mail(mailbox text, asked_number text) returns boolean
language plpgsql stable
set search_path = ''
as $$
declare
  recent_numbers constant text[] := array(
    select (private.asked_by(mail)).phone_e164
    from private.outbox mail
    where mail.mailbox = has_had_mail.mailbox
      and mail.kind = 'visitor'
      and mail.queued_at > now() - interval '24 hours'
      and mail.status in ('pending', 'sending', 'sent')
    limit 3
  );
begin
  if asked_number is null or cardinality(recent_numbers) = 3 then
    return cardinality(recent_numbers) > 0;
  end if;
  return coalesce(asked_number = any (recent_numbers), false);
end $$;

-- Queues an alert or a seal email to the owner. The row of the last such email is used again. It gets a new
-- id, so that a worker that claimed the row earlier can no longer settle it.
create function private.queue_owner_mail(kind text) returns void
language sql
set search_path = ''
as $$
  insert into private.outbox as last (kind)
  values (queue_owner_mail.kind)
  on conflict (kind) where kind in ('alert', 'seal') do update
  set
    id = excluded.id,
    contents = null,
    status = 'pending',
    reason = null,
    due_at = now(),
    queued_at = now(),
    sent_at = null,
    last_error = null,
    unanswered = 0;
$$;

-- Queues a copy of the email to the owner about this submission for each address in also_notify. As long as
-- the email to the owner is held, the copies are held too.
-- In PL/pgSQL, because Postgres plans an SQL function anew with each form.
create function private.queue_copies(submission uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into private.outbox (submission_id, lead_id, kind, status, reason, priority, recipient)
  select mail.submission_id, mail.lead_id, 'colleague', mail.status, mail.reason, 'colleague', address
  from private.outbox mail, private.lead_settings, unnest(also_notify) address
  where mail.submission_id = submission and mail.kind = 'owner';
end $$;

-- When also_notify is changed, this trigger queues an email that tells the owner which addresses were added
-- and removed, and which login did it. Whoever changes the list can therefore not do so in secret, whether
-- with the desk or with SQL.
create function private.tell_also_notify() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  added constant text[] := array(select unnest(new.also_notify) except select unnest(old.also_notify));
  removed constant text[] := array(select unnest(old.also_notify) except select unnest(new.also_notify));
begin
  if added || removed <> '{}' then
    insert into private.outbox (kind, contents)
    values ('notice', jsonb_build_object('added', added, 'removed', removed, 'by', private.actor()));
  end if;
  return null;
end $$;

create trigger lead_settings_told
after update on private.lead_settings
for each row
when (old.also_notify is distinct from new.also_notify)
execute function private.tell_also_notify();

-- When a setting is changed that deletes evidence or stops the emails with the seals, this trigger queues an
-- email that tells the owner about it.
create function private.tell_evidence_settings() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  insert into private.outbox (kind, contents)
  select
    'notice',
    jsonb_build_object(
      'settings', jsonb_object_agg(before.key, jsonb_build_array(before.value, after.value)),
      'by', private.actor())
  from jsonb_each_text(to_jsonb(old)) before
  join jsonb_each_text(to_jsonb(new)) after using (key)
  where key = any ('{seals_every,keep_submissions,keep_held,keep_traces}')
    and before.value is distinct from after.value
  having count(*) > 0;
  return null;
end $$;

create trigger lead_settings_evidence_told
after update on private.lead_settings
for each row
execute function private.tell_evidence_settings();
