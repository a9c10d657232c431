-- Deletes a note. Returns true if the note existed. What an act at the desk has left cannot be deleted.
create function desk.remove_note(note uuid) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
begin
  delete from private.lead_notes where id = note and kind <> 'act';
  return found;
end $$;

-- Returns a message as JSON. The token is left out, because anybody who has the token can act for the
-- visitor.
create function private.describe_message(message private.outbox) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'kind', message.kind,
    'event', message.event,
    'recipient', message.recipient,
    'status', message.status,
    'reason', message.reason,
    'attempts', message.attempts,
    'last_error', message.last_error,
    'queued_at', message.queued_at,
    'due_at', message.due_at,
    'sent_at', message.sent_at);
$$;

-- Finds a person by id or by email address, and returns null if there is none. The result contains the
-- person, the notes, what was said about the person's numbers, some counts and the newest 500 submissions.
-- Each submission has its seal and its messages.
create function desk.show_lead(id uuid default null, email text default null) returns jsonb
language sql stable security definer
set search_path = ''
set timezone = 'UTC'
set statement_timeout = '10s'
set jit = off
as $$
  with person as materialized (
    select *
    from private.leads lead
    where lead.id = show_lead.id or lower(lead.email) = lower(show_lead.email)
  ), submission as materialized (
    select submission.*
    from private.lead_submissions submission
    where submission.lead_id = (select person.id from person)
    order by submission.created_at desc
    limit 500
  ), described as (
    select
      submission.created_at,
      to_jsonb(submission) - '{content_hash,lead_id,seal_number,event_id,must_confirm}'::text[]
        || jsonb_build_object(
        'changes', (
          select coalesce(jsonb_object_agg(key, jsonb_build_array(value, to_jsonb(submission) -> key)), '{}')
          from (
            -- The submission is compared with the one that was merged last before it. If no earlier
            -- submission was merged, it is compared with the one that created the person.
            select to_jsonb(earlier) as record
            from submission earlier
            where earlier.created_at < submission.created_at
            order by
              earlier.merged desc,
              case when earlier.merged then earlier.created_at end desc,
              earlier.created_at
            limit 1
          ) before, jsonb_each(record)
          where key in ('name', 'email', 'phone', 'country_code') and value <> to_jsonb(submission) -> key
        ),
        'seal', (
          select jsonb_build_object('number', number, 'hash', encode(hash, 'hex'), 'sealed_at', sealed_at)
          from private.lead_seals
          where number = submission.seal_number
        ),
        'mails', (
          select coalesce(
            jsonb_agg(
              private.describe_message(message)
                || jsonb_build_object('has_new_address', private.has_new_address(message))
              order by array_position(array['visitor', 'owner', 'webhook'], message.kind)),
            '[]')
          from private.outbox message
          where message.lead_id = submission.lead_id and message.submission_id = submission.id
        )) as description
    from submission
  )
  select to_jsonb(person) - '{secret,words,number_fault,former,mailbox_hashes}'::text[] || jsonb_build_object(
    'consent', private.consent_state(person),
    'booking', private.booking_state(person.booking, person.booking_ends_at, person.booking_pressed_at),
    'currency', private.currency(),
    'rests', private.resting_receivers(),
    'text_fault', private.text_fault(person.id),
    'has_withdrawn', private.has_withdrawn(person),
    'asking', private.asking_state(person),
    'stop', (
      select to_jsonb(number) - '{is_stopped,id}'::text[] || jsonb_build_object(
        'id', max(number.id) over (),
        'words', case when number.phone_e164 = any (private.own_numbers(person.id)) then number.words end)
      from private.untextable_numbers number
      where number.phone_e164 = person.phone_e164
        and private.consent_state(person) = 'stopped'
      order by number.is_stopped desc, number.id desc
      limit 1
    ),
    'refuses_mails', private.refuse_mail(person.email, 'queued') is not null,
    'suppressions', (
      select coalesce(
        jsonb_agg(to_jsonb(newest) - 'mailbox_hash' order by newest.reason = 'bounced', id desc),
        '[]')
      from (
        select distinct on (reason) *
        from private.suppressions_of(person.email)
        order by reason, id desc
      ) newest
    ),
    'notes', (
      select coalesce(jsonb_agg(to_jsonb(note) - 'lead_id' order by note.created_at desc), '[]')
      from private.lead_notes note
      where note.lead_id = person.id
    ),
    'corrections', (
      select coalesce(
        jsonb_agg(
          to_jsonb(made) - '{lead_id,event_id,undone_id,undone_by,undone_at,old_country,new_country}'::text[]
            || jsonb_build_object('can_undo', private.can_undo(made))
          order by made.corrected_at desc),
        '[]')
      from private.lead_corrections made
      where made.lead_id = person.id and made.undone_id is null
    ),
    'booking_events', (
      select coalesce(jsonb_agg(to_jsonb(event) - 'lead_id' order by event.id desc), '[]')
      from private.booking_events event
      where event.lead_id = person.id
    ),
    'number_events', (
      select coalesce(
        jsonb_agg(
          to_jsonb(event) - '{id,told_at}'::text[] || jsonb_build_object(
            'words', case when event.phone_e164 = any (private.own_numbers(person.id))
              and private.had_number(person.id, event.phone_e164, event.id) then event.words end)
          order by event.id),
        '[]')
      from private.number_events event
      where event.phone_e164 = any (private.numbers_of(person.id))
    ),
    'submissions', (
      select count(*)
      from private.lead_submissions
      where lead_id = person.id and confirms is null and consent
    ),
    'withdrawals', (select count(*) from private.lead_submissions where lead_id = person.id and not consent),
    'confirmations', (
      select count(*)
      from private.lead_submissions
      where lead_id = person.id and confirms is not null
    ),
    'history', (select coalesce(jsonb_agg(description order by created_at desc), '[]') from described))
  from person;
$$;

-- Returns what desk.show_lead does, for the file that the operator gives to a person who asks for their data.
create function desk.download_lead(id uuid) returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
as $$
  select desk.show_lead(id => download_lead.id);
$$;
