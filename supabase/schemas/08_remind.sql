-- Returns true if a person may be reminded of the video. Returns false if the person has begun the video, has
-- booked a call (also if they cancelled it since), has withdrawn or gets no more emails. Also returns false
-- if the person's number is stopped or if the person's browser asked not to be tracked. Also returns false if
-- a submission of the person is held, for example because it looks as if a bot had sent it.
create function private.may_remind(person private.leads) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return person.begun_at is null
    and person.booking is null
    and private.consent_state(person) = any (private.consents_of('agreed'))
    and private.open_withdrawal(person.id) is null
    and private.refuse_mail(person.email, 'queued') is null
    and exists (
      select
      from private.lead_settings
      where remind_after is not null
    )
    and not exists (
      select
      from private.lead_submissions
      where lead_id = person.id and held
    )
    and not private.refuses_tracking(person.id);
end $$;

-- Plans the reminder for a person whose visitor email was just queued. While reminders are off, this function
-- does nothing. People who sign up during that time therefore never get a reminder, even if reminders are
-- switched on later.
create function private.plan_reminder(person uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  update private.leads
  set remind_at = now() + settings.remind_after
  from private.lead_settings settings
  where leads.id = plan_reminder.person and settings.remind_after is not null;
end $$;

-- Queues the reminders that are due, for at most 500 persons in one call. Each person is checked only once.
-- If the person may not be reminded at that moment, or if the last email to them was not sent, they get no
-- reminder. Returns true if there may be more persons.
create function private.queue_reminders() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  due constant uuid[] := array(
    select id
    from private.leads
    where remind_at <= now()
    order by remind_at
    limit 500
  );
  chosen uuid[];
  submissions uuid[];
  mailboxes text[];
begin
  -- This takes long, and is therefore a statement of its own: nobody is locked before it has ended.
  select array_agg(judged.id), array_agg(judged.submission_id), array_agg(judged.mailbox)
  into chosen, submissions, mailboxes
  from (
    select distinct on (mail.mailbox) person.id, mail.submission_id, mail.mailbox
    from private.leads person,
      lateral (
        select submission_id, mailbox, status
        from private.outbox
        where lead_id = person.id and kind = 'visitor' and status <> 'cancelled'
        order by queued_at desc
        limit 1
      ) mail
    where person.id = any (due)
      and person.reminded_at is null
      and mail.status = 'sent'
      and private.refuse_mail(person.email, 'reminder') is null
      -- The email says that it is the only reminder, and several persons may have one mailbox.
      and not exists (
        select
        from private.outbox reminded
        where reminded.mailbox = mail.mailbox
          and reminded.kind = 'visitor'
          and reminded.event = 'reminder'
          and (
            reminded.status in ('pending', 'sending', 'sent')
            or reminded.unanswered + reminded.sent_before > 0
          )
      )
      and private.may_remind(person)
    order by mail.mailbox, person.remind_at
  ) judged;
  with judged as (
    update private.leads person
    set
      remind_at = null,
      reminded_at = case when person.id = any (chosen) then now() else person.reminded_at end
    where person.id in (
      select free.id
      from private.leads free
      where free.id = any (due) and free.remind_at <= now()
      for no key update skip locked
    )
    returning person.id
  )
  insert into private.outbox (submission_id, lead_id, kind, priority, mailbox, event)
  select picked.submission_id, judged.id, 'visitor', 'visitor_last', picked.mailbox, 'reminder'
  from judged
  join unnest(chosen, submissions, mailboxes) picked (id, submission_id, mailbox) using (id);
  return cardinality(due) = 500;
end $$;

-- Returns true if a person with this variant and source came by `of_variant` and `of_campaign`. Null means by
-- any, and an empty text by none.
create function private.came_by(variant text, source text, of_variant text, of_campaign text) returns boolean
language sql immutable parallel safe
return (of_variant is null or coalesce(variant, '') = of_variant)
  and (
    of_campaign is null
    or case
      when of_campaign = '' then source not like 'campaign:%'
      else source = 'campaign:' || private.fold_campaign(of_campaign)
    end
  );

-- Returns {"reminded", "returned"}. "reminded" is how many persons were reminded from the day `since` to the
-- day before `until`. "returned" is how many of the reminded persons then began the video. If `variant` or
-- `campaign` is not null, only persons who came so are counted. An empty text means those who came without.
create function desk.reminders(
  since date default null,
  until date default null,
  variant text default null,
  campaign text default null
) returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
as $$
  select jsonb_build_object(
    'reminded', count(*),
    'returned', count(*) filter (where begun_at > reminded_at))
  from private.leads person
  where reminded_at >= private.start_of(coalesce(since, '-infinity'))
    and reminded_at < private.start_of(coalesce(until, 'infinity'))
    and private.came_by(person.variant, person.source, reminders.variant, reminders.campaign);
$$;
