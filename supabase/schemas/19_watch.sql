-- Returns 'open' or 'measured' if the token opens the video, and null if it does not. 'measured' means that
-- the site also stores how much of the video is watched. The link still works after the person has withdrawn
-- the consent to texts. This function is called when the person presses a button, so it stores that the
-- button was pressed and, unless the person refuses to be tracked, that the video was begun. If somebody else
-- has locked the person for more than a second, nothing is stored.
create function public.may_watch(token uuid) returns text
language plpgsql security definer
set search_path = ''
set lock_timeout = '1s'
set statement_timeout = '3s'
as $$
begin
  begin
    update private.leads
    set
      pressed_at = coalesce(pressed_at, now()),
      begun_at = case when private.refuses_tracking(id) then begun_at else coalesce(begun_at, now()) end
    where private.lead_token(secret, 'watch') = may_watch.token
      and (pressed_at is null or begun_at is null);
  exception when lock_not_available then
    null;
  end;
  return (
    select case when measure_watching and not private.refuses_tracking(id) then 'measured' else 'open' end
    from private.leads, private.lead_settings
    where private.lead_token(secret, 'watch') = may_watch.token
  );
end $$;

-- If reminders are on, stores that the person began the video on the page right after the submission with
-- this idempotency key. Beginning the video on the page does not count as pressing the button behind an
-- emailed link, because anybody may have typed the address.
create function public.begin_video(submission_id uuid) returns void
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
begin
  update private.leads
  set begun_at = now()
  where id = (
      select lead_id
      from private.lead_submissions
      where lead_submissions.id = private.stored_id(begin_video.submission_id)
    )
    and not private.refuses_tracking(id)
    and begun_at is null
    and exists (
      select
      from private.lead_settings
      where remind_after is not null
    );
end $$;

-- If lead_settings.measure_watching is on, stores how many percent of the video the person has watched.
-- If there is already a webhook about this lead, another webhook is queued to report the percentage.
create function public.store_watched(token uuid, percent integer) returns void
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
begin
  with person as (
    update private.leads
    set watched_percent = store_watched.percent
    where private.lead_token(secret, 'watch') = store_watched.token
      and store_watched.percent > coalesce(watched_percent, 0)
      and (select measure_watching from private.lead_settings)
      and not private.refuses_tracking(id)
    returning id
  )
  insert into private.outbox (submission_id, lead_id, kind, priority, event, watched_percent)
  select submission.id, person.id, 'webhook', 'webhook_first', 'watched', store_watched.percent
  from person
  join private.lead_submissions submission on submission.lead_id = person.id
  where private.is_told(person.id)
    and not submission.held
    and not submission.preview
  order by submission.consent desc, submission.created_at desc
  limit 1;
end $$;
