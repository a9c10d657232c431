-- Returns what the web may call of the schema desk. A function without a row is closed. `role` is the least
-- that it takes; enrol is open to a member whose second factor is not pinned yet. A call of the kind quiet is
-- not in the log, and one of the kind kept is. A call of the kind told is in the log, needs a code of the
-- second factor from the last ten minutes, and is told to the owner by mail. `person` names the argument that
-- says whom it is about. `noted` names those whose values stay in the log, so none with data of a person. It
-- is a function and not a table, so that a backup does not bring back the doors of another version.
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
