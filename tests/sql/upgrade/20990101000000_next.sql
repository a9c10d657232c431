-- An example of a migration, which the tests apply to a database with leads.
-- A visitor waits 2 s at most for a table. Whoever waits for a second is asked for a deadlock, and the visitor may
-- lose. So the migration gives up earlier, and is applied again.
set lock_timeout = '500ms';

alter table private.leads add column nickname text not null default '';

-- With `create or replace`, the older function would stay beside the new one, and no call would be clear.
drop function public.due_steps(interval);
create function public.due_steps(rest interval default '30 seconds', page text default null) returns text[]
language plpgsql security definer
set search_path = ''
as $$
begin
  return case when page is null then private.housekeeping_steps() end;
end $$;

-- The rows of an earlier version are not checked again, so the table is not read.
alter domain private.message_status drop constraint message_status_check;
alter domain private.message_status add constraint message_status_check
  check (value in ('pending', 'sending', 'sent', 'failed', 'held', 'cancelled', 'paused')) not valid;

-- A value can only be used once its migration is committed.
alter type private.message_priority add value if not exists 'visitor_reminder';

-- The new function has the grants of none yet.
select private.secure_leads();
