-- Returns the token in the link to the calendar for the person with this token in their link to the video, or
-- null if there is none.
create function public.call_token(token uuid) returns uuid
language sql stable security definer
set search_path = ''
set statement_timeout = '3s'
as $$
  select private.call_token(submission.id)
  from private.leads person
  join private.lead_submissions submission on submission.lead_id = person.id
  where private.lead_token(person.secret, 'watch') = call_token.token
    and submission.confirms is null
    and submission.consent
  order by submission.merged desc, submission.created_at desc
  limit 1;
$$;

-- Stores that the link to the calendar was pressed, but at most once a day for a person, and not if the
-- browser asked not to be tracked. Returns {"name", "email"} as they were typed in the submission to which
-- the token belongs, or null if the token is unknown. If somebody else has locked the person for more than a
-- second, nothing is stored.
create function public.press_call(token uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '1s'
set statement_timeout = '3s'
as $$
declare
  stored private.lead_submissions;
begin
  select *
  into stored
  from private.lead_submissions submission
  where private.lead_token(submission.id, 'call') = press_call.token
    and submission.confirms is null
    and submission.consent;
  if not found then
    return null;
  end if;
  begin
    insert into private.booking_events (lead_id, kind, said_by)
    select stored.lead_id, 'pressed', 'link'
    where not stored.preview
      and not private.refuses_tracking(stored.lead_id)
      and private.lock_booking(stored.lead_id)
      and not exists (
        select
        from private.booking_events earlier
        where earlier.lead_id = stored.lead_id
          and earlier.kind = 'pressed'
          and earlier.said_at > now() - interval '1 day'
      );
  exception when lock_not_available then
    null;
  end;
  return jsonb_build_object('name', stored.name, 'email', stored.email);
end $$;
