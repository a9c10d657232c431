-- Returns what the web may call of the schema desk. A function without a row is closed. `role` is the least
-- that it takes; enrol is open to a member whose second factor is not pinned yet. A call of the kind quiet is
-- not in the log, and one of the kind kept is. A call of the kind told is in the log, needs a code of the
-- second factor from the last ten minutes, and is told to the owner by email. `person` names the argument
-- that says whom it is about. `noted` names those whose values stay in the log, so none with data of a
-- person. It is a function and not a table, so that a backup does not bring back the doors of another
-- version.
create function private.desk_doors()
returns table (called text, role text, kind text, person text, noted text[])
language sql immutable
set search_path = ''
as $$
  values
    ('show_membership', 'enrol', 'quiet', null, '{}'::text[]),

    ('attention', 'reader', 'quiet', null, '{}'),
    ('begin_act', 'reader', 'quiet', null, '{}'),
    ('bookings', 'reader', 'quiet', null, '{}'),
    ('digest_list', 'reader', 'quiet', null, '{}'),
    ('drop_act', 'reader', 'quiet', null, '{}'),
    ('end_act', 'reader', 'quiet', null, '{}'),
    ('funnel', 'reader', 'quiet', null, '{}'),
    ('hide_columns', 'reader', 'quiet', null, '{}'),
    ('list_choices', 'reader', 'quiet', null, '{}'),
    ('list_failures', 'reader', 'quiet', null, '{}'),
    ('list_leads', 'reader', 'quiet', null, '{}'),
    ('list_origins', 'reader', 'quiet', null, '{}'),
    ('list_stops', 'reader', 'quiet', null, '{}'),
    ('newest_refusals', 'reader', 'quiet', null, '{}'),
    ('open_page', 'reader', 'quiet', null, '{}'),
    ('overview', 'reader', 'quiet', null, '{}'),
    ('reminders', 'reader', 'quiet', null, '{}'),
    ('set_keys', 'reader', 'quiet', null, '{}'),
    ('set_view', 'reader', 'quiet', null, '{}'),
    ('show_lead', 'reader', 'kept', 'id', '{}'),
    ('time_zone', 'reader', 'quiet', null, '{}'),
    ('unanswered_texts', 'reader', 'quiet', null, '{}'),
    ('variants', 'reader', 'quiet', null, '{}'),

    ('answer_text', 'colleague', 'kept', null, '{is_stop}'),
    ('ask_again', 'colleague', 'kept', null, '{}'),
    ('choose_people', 'colleague', 'quiet', null, '{}'),
    ('correct_lead', 'colleague', 'kept', 'id', '{}'),
    ('download_lead', 'colleague', 'kept', 'id', '{}'),
    ('drop_messages', 'colleague', 'kept', null, '{from_status}'),
    ('list_log', 'colleague', 'quiet', null, '{}'),
    ('record_contact', 'colleague', 'kept', 'person', '{kind,outcome,sets_day}'),
    ('release_messages', 'colleague', 'kept', null, '{}'),
    ('remove_note', 'colleague', 'kept', 'note', '{}'),
    ('reopen_text', 'colleague', 'kept', null, '{}'),
    ('requeue_messages', 'colleague', 'kept', null, '{}'),
    ('say_booking', 'colleague', 'kept', 'person', '{kind}'),
    ('send_again', 'colleague', 'kept', 'submission', '{kind}'),
    ('stop_number', 'colleague', 'kept', null, '{}'),
    ('take_back_contact', 'colleague', 'kept', 'person', '{}'),
    ('take_over', 'colleague', 'kept', 'submission', '{}'),
    ('undo_correction', 'colleague', 'kept', 'correction', '{}'),
    ('withdraw_consent', 'colleague', 'kept', 'id', '{}'),

    ('change_settings', 'owner', 'told', null, '{}'),
    ('count_expiring', 'owner', 'quiet', null, '{}'),
    ('count_exports', 'owner', 'quiet', null, '{}'),
    ('erase_lead', 'owner', 'told', 'id', '{}'),
    ('export_leads', 'owner', 'told', null, '{use}'),
    ('lead_health', 'owner', 'quiet', null, '{}'),
    ('lift_stop', 'owner', 'told', null, '{}'),
    ('lift_suppression', 'owner', 'told', 'id', '{reason}'),
    ('list_members', 'owner', 'quiet', null, '{}'),
    ('read_settings', 'owner', 'quiet', null, '{}');
$$;

-- Returns the functions that a member with this role may call.
create function private.list_calls(role text) returns text[]
language sql immutable
set search_path = ''
as $$
  select array_agg(door.called order by door.called)
  from private.desk_doors() door,
    (select '{enrol,reader,colleague,owner}'::text[] as roles) known
  where array_position(known.roles, door.role) <= array_position(known.roles, list_calls.role);
$$;

-- Returns who has signed in on the web: {"name", "role", "calls", "state", "letters"}. "calls" are the
-- functions that the role may call. "state" is unenrolled without a second factor, then unpinned, and then
-- pinned. "letters" are those of the factor of this session as long as it is not pinned, and otherwise null.
-- Raises 42501 if the call does not come from a member on the web.
create function desk.show_membership() returns jsonb
language plpgsql stable security definer
set search_path = ''
set statement_timeout = '10s'
as $$
declare
  claims constant jsonb := private.web_claims();
  member private.desk_members;
begin
  if claims is not null then
    member := private.find_member((claims ->> 'sub')::uuid);
  end if;
  if member.id is null then
    raise exception 'only a member on the web has a membership' using errcode = 'insufficient_privilege';
  end if;
  return jsonb_build_object(
    'name', member.name,
    'role', member.role,
    'calls', private.list_calls(member.role),
    'state', case
      when member.factor_id is not null then 'pinned'
      when exists (
        select
        from auth.mfa_factors
        where user_id = (claims ->> 'sub')::uuid and status::text = 'verified'
      ) then 'unpinned'
      else 'unenrolled'
    end,
    'letters', (
      select private.factor_letters(factor.id)
      from auth.sessions session
      join auth.mfa_factors factor on factor.id = session.factor_id
      where session.id = (claims ->> 'session_id')::uuid
        and session.aal::text = 'aal2'
        and factor.user_id = session.user_id
        and factor.status::text = 'verified'
        and member.factor_id is null
    ));
end $$;
