-- This table contains the reports from mail providers that were read in the last 31 days. If a report comes a
-- second time, it is found here and changes nothing.
create table private.mail_reports (
  provider text not null,
  id text not null,
  read_at timestamptz not null default now(),
  primary key (provider, id)
);

create index mail_reports_read_at_idx on private.mail_reports (read_at);

-- Finds the visitor email of a report, by its Message-ID if that is one of ours. Otherwise it is the last
-- email that was sent to the address before the report. Returns a row of nulls if there is none.
create function private.find_reported_mail(address text, message_id text, at timestamptz)
returns private.outbox
language sql stable
set search_path = ''
as $$
  select mail.*
  from private.outbox mail
  cross join lateral (
    select substring(message_id from '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@')::uuid as id
  ) named
  where mail.mailbox = private.mailbox_key(address)
    and mail.kind = 'visitor'
    and mail.status in ('pending', 'sending', 'sent', 'failed')
    -- The clock of the provider may differ from the clock of the database.
    and (mail.claimed_at <= at + interval '5 minutes' or mail.id = named.id)
    and (named.id is null or named.id = mail.id or named.id = any (mail.former_ids))
  order by mail.claimed_at desc
  limit 1;
$$;

-- Takes an email that bounced or was reported as spam, marks it as failed and puts it into the digest. An
-- email that the provider did not send, because the receiver wants none, is cancelled.
create function private.fail_reported_mail(reported private.outbox, reason text, provider text) returns void
language plpgsql
set search_path = ''
as $$
begin
  if fail_reported_mail.reason = 'unsubscribed' then
    update private.outbox mail
    set
      status = 'cancelled',
      reason = 'suppressed',
      sent_at = null
    where mail.id = reported.id and mail.status in ('pending', 'sending', 'sent');
  elsif reported.status in ('pending', 'sending', 'sent')
    or reported.reason in ('bounced', 'returned') and fail_reported_mail.reason = 'complained'
    or reported.reason = 'returned' and fail_reported_mail.reason = 'bounced'
  then
    update private.outbox mail
    set
      status = 'failed',
      reason = fail_reported_mail.reason,
      -- An email that came back counts as sent, so that a full mailbox does not get more emails than others.
      sent_before = mail.sent_before + (fail_reported_mail.reason = 'returned')::integer,
      unanswered = case when fail_reported_mail.reason = 'returned' then 0 else mail.unanswered end,
      sent_at = null,
      due_at = now(),
      last_error = fail_reported_mail.reason || ': reported by ' || provider,
      digest_id = coalesce(mail.digest_id, private.open_digest())
    where mail.id = reported.id;
  end if;
end $$;

-- Stores what a mail provider has reported. After a hard bounce, the address is treated as dead. After a
-- complaint, or if the receiver wants no emails from us, the mailbox gets no more emails; an email that had
-- arrived stays sent if they unsubscribed afterwards. After a soft bounce of an email that the provider has
-- given up, only this email has failed. Other soft bounces change nothing. Nothing happens if the same bounce
-- of the email was reported before. A bounce of an email that was sent before the operator lifted an earlier
-- bounce no longer counts. A report about an email that was sent again since is not about the email that is
-- under way now. `events` is a list of MailEvent. All events of one report have the same id. A report changes
-- nothing if it was read before or if it is older than 30 days. The reports may come in any order. Returns
-- how many of the events were new.
-- Raises 28000 if `report_key` is wrong, and 22023 if there are more than 1000 events, because emails stay
-- locked until this call ends.
create function public.record_mail_events(provider text, events jsonb, report_key text default null)
returns integer
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
declare
  unread text[];
  event record;
  reported private.outbox;
  former integer;
  is_former boolean;
  claimed timestamptz;
  hash uuid;
  recorded integer := 0;
begin
  perform private.check_report_key(record_mail_events.report_key);
  if jsonb_array_length(events) > 1000 then
    raise exception 'more than 1000 events' using errcode = 'invalid_parameter_value';
  end if;
  with inserted as (
    insert into private.mail_reports (provider, id)
    select distinct record_mail_events.provider, listed.id
    from jsonb_to_recordset(events) listed (id text)
    order by listed.id
    on conflict do nothing
    returning id
  )
  select array_agg(id) into unread from inserted;
  for event in
    select
      lower(mailbox) as address,
      private.mailbox_key(mailbox) as mailbox,
      "messageId" as message_id,
      least(at, now()) as at,
      case kind
        when 'bounced hard' then 'bounced'
        when 'bounced softly' then 'returned'
        else kind
      end as reason,
      kind = 'unsubscribed' and "isLost" is not true as has_arrived
    from jsonb_to_recordset(events) listed (
      id text, kind text, mailbox text, "messageId" text, at timestamptz, "isLost" boolean)
    where id = any (unread)
      and (kind in ('bounced hard', 'complained', 'unsubscribed') or kind = 'bounced softly' and "isLost")
      and at > now() - interval '30 days'
      and private.mailbox_key(mailbox) is not null
    -- In this order, two reports about the same addresses never wait for each other.
    order by mailbox, address, at
  loop
    hash := private.hash_mailbox(
      case when event.reason = 'bounced' then private.dead_key(event.address) else event.mailbox end);
    if event.message_id is not null and event.reason in ('bounced', 'returned') then
      insert into private.mail_reports (provider, id)
      values (record_mail_events.provider, concat_ws(' ', event.message_id, event.reason, hash))
      on conflict do nothing;
      continue when not found;
    end if;
    recorded := recorded + 1;
    reported := private.find_reported_mail(event.address, event.message_id, event.at);
    former := array_position(reported.former_ids::text[], split_part(event.message_id, '@', 1));
    is_former := former is not null or reported.queued_at > event.at + interval '5 minutes';
    claimed := case
      when former is not null then reported.former_claims[former]
      when not is_former then reported.claimed_at
    end;
    perform private.lock_mailbox(private.hash_mailbox(event.mailbox));
    if event.reason <> 'returned' and not (event.reason = 'bounced' and exists (
      select
      from private.mailbox_events lift
      where lift.mailbox_hash = hash
        and lift.reason = 'bounced'
        and lift.is_lift
        and lift.happened_at > coalesce(claimed, event.at)
    )) then
      insert into private.mailbox_events (mailbox_hash, reason, said_by, happened_at)
      values (hash, event.reason, record_mail_events.provider, event.at);
    end if;
    if not event.has_arrived and is_former is not true then
      perform private.fail_reported_mail(reported, event.reason, provider);
    end if;
  end loop;
  return recorded;
end $$;
