-- Returns the number (E.164) that can be confirmed with this token, or null if there is none.
create function public.asked_number(token uuid) returns text
language sql stable security definer
set search_path = ''
set statement_timeout = '3s'
as $$
  select phone_e164
  from private.find_asked(asked_number.token);
$$;

-- Stores that the person says yes to the number that the link showed, and queues the messages about it. The
-- record gets this number, and no other data change: whoever typed the number may have typed another's name.
-- If the number is confirmed already, nothing changes. Returns false if the token can confirm
-- nothing or if consent_text is missing.
create function public.confirm_lead(token uuid, context jsonb default '{}') returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
declare
  asked private.lead_submissions;
  stored private.lead_submissions;
begin
  if coalesce(context ->> 'consent_text', '') = '' then
    return false;
  end if;
  -- The person is locked before find_asked is called. If another call confirms, corrects or erases the person
  -- at the same time, find_asked therefore sees the result. With `for update`, the press would wait for each
  -- step of the sweep that stores something about the person.
  perform
  from private.leads person
  where person.id = (select mail.lead_id from private.outbox mail where mail.token = confirm_lead.token)
  for no key update;
  asked := private.find_asked(token);
  if asked.id is null then
    return false;
  end if;
  if exists (
    select
    from private.leads
    where id = asked.lead_id and phone_e164 = asked.phone_e164 and consent = 'confirmed'
  ) then
    return true;
  end if;

  update private.leads person
  set
    phone = asked.phone,
    phone_e164 = asked.phone_e164,
    country_code = asked.country_code,
    updated_at = now()
  where person.id = asked.lead_id and person.phone_e164 is distinct from asked.phone_e164;
  update private.leads person
  set pressed_at = now()
  where person.id = asked.lead_id and person.pressed_at is null;
  insert into private.lead_submissions (
    id, lead_id, content_hash, name, email, phone, phone_e164, country_code, extra, consent, consent_text,
    consent_version, user_agent, ip_hash, confirms)
  select
    gen_random_uuid(),
    person.id,
    asked.content_hash,
    person.name,
    person.email,
    person.phone,
    person.phone_e164,
    person.country_code,
    person.extra,
    true,
    context ->> 'consent_text',
    context ->> 'consent_version',
    context ->> 'user_agent',
    context ->> 'ip_hash',
    asked.id
  from private.leads person
  where person.id = asked.lead_id
  returning * into stored;
  perform private.note_consent(stored);
  insert into private.outbox (submission_id, lead_id, kind, priority)
  select stored.id, asked.lead_id, message.kind, message.priority::private.message_priority
  from (values ('owner', 'owner_first'), ('webhook', 'webhook_first')) message (kind, priority)
  where message.kind = 'owner' or context -> 'webhook' = 'true';
  perform private.queue_copies(stored.id);
  return true;
end $$;

-- The view lists the visitor emails that can be sent again to ask persons to confirm their number. A person
-- whom there is nothing to ask has no row. The email is the one about the newest submission in which the
-- person entered the current number, or what was corrected to it. Submissions that are held or were dropped
-- do not count. If the person has withdrawn, only later submissions count. `refused` is the reason why the
-- email must not be sent now, or null if it may be sent.
create view private.asking_mails with (security_invoker = true) as
  select
    person.id as lead_id,
    newest.id,
    newest.mailbox,
    newest.queued_at,
    private.refuse_mail(person.email, null, person.phone_e164) as refused
  from private.leads person,
    lateral (
      select mail.id, mail.mailbox, mail.queued_at, mail.status
      from private.lead_submissions submission
      join private.outbox mail on mail.submission_id = submission.id
      where submission.lead_id = person.id
        and (private.corrected(submission)).phone_e164 = person.phone_e164
        and submission.event_id > private.last_withdrawal(person.id)
        and submission.consent
        and submission.confirms is null
        and not submission.held
        and mail.kind = 'visitor'
        and mail.event is null
        and mail.mailbox is not null
      order by submission.event_id desc
      limit 1
    ) newest
  where newest.status in ('sent', 'failed', 'cancelled')
    and person.consent in ('given', 'asked')
    and private.consent_state(person) in ('given', 'asked');

-- Returns 'possible' if we can send the person an email that asks them to confirm the number. If the email
-- would be refused, returns the reason why. If there is nothing to ask, returns null.
create function private.asking_state(person private.leads) returns text
language sql stable
set search_path = ''
as $$
  select coalesce(refused::text, 'possible')
  from private.asking_mails
  where lead_id = person.id;
$$;

-- Sends emails that ask persons to confirm their number. Asks the persons in only_leads, or everybody if
-- only_leads is null, but in both cases only those whose consent is `given` or `asked`. Each of these persons
-- gets the email about their newest submission with that number again, and this time it contains a link to
-- confirm. Nobody's consent changes. `expected` is how many the operator was told. If others than so many
-- would get the email, nobody gets it. If it is null, the number does not matter. Returns {"asked",
-- "skipped"}. "asked" is how many persons get the email, or would get it. "skipped" is how many do not get
-- it, because we must not send an email to their mailbox now.
create function desk.ask_again(only_leads uuid[] default null, expected integer default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '1min'
as $$
declare
  asked uuid[];
  skipped integer;
begin
  with judged as (
    select
      mail.id,
      row_number() over (partition by mail.mailbox order by mail.queued_at desc) > 1
        or mail.refused is not null as is_skipped
    from private.asking_mails mail
    where only_leads is null or mail.lead_id = any (only_leads)
  )
  select coalesce(array_agg(id) filter (where not is_skipped), '{}'), count(*) filter (where is_skipped)
  into asked, skipped
  from judged;
  if cardinality(asked) = coalesce(expected, cardinality(asked)) then
    perform private.queue_again(asked, 'queued', true);
  end if;
  return jsonb_build_object('asked', cardinality(asked), 'skipped', skipped);
end $$;

-- Copies the data of a submission to its person and writes a note about it. If the phone number changes,
-- the box that was ticked in the submission counts, in the place in which it arrived. What was
-- corrected since stays corrected, and a corrected number has to be confirmed. Returns false if there is no
-- such submission or if its messages are held.
create function desk.take_over(submission uuid) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  chosen private.lead_submissions;
  meant private.lead_submissions;
  old_number text;
begin
  select phone_e164
  into old_number
  from private.leads
  where id = (select lead_id from private.lead_submissions stored where stored.id = take_over.submission)
  for update;
  select *
  into chosen
  from private.lead_submissions stored
  where stored.id = take_over.submission
    and stored.consent
    and not stored.preview
    and not stored.held;
  if not found then
    return false;
  end if;
  meant := private.corrected(chosen);
  perform private.take_data(meant);
  if old_number is distinct from meant.phone_e164 then
    perform private.note_consent(chosen);
  end if;
  insert into private.lead_notes (lead_id, kind, words)
  values (chosen.lead_id, 'act', 'The data of the submission ' || chosen.id || ' were taken over.');
  return true;
end $$;
