-- What members did at the desk on the web, and which persons they opened. A row names a person only by the
-- id, which goes when the person is deleted.

create table private.desk_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- The name of a member, or 'user ' and the id of somebody else who had signed in.
  member text not null,
  called text not null,
  -- called, done, 'error ' and a code, or 'refused ' and a reason.
  outcome text not null,
  noted jsonb not null default '{}',
  -- Has no foreign key, which would lock the person: a read would wait for each change of the person.
  person uuid,
  -- A digest of who was chosen for a file. Its other pages have the same, and no rows of their own.
  file uuid
);

create index desk_log_at_idx on private.desk_log (at);
create index desk_log_person_idx on private.desk_log (person) where person is not null;
create index desk_log_member_idx on private.desk_log (member, at);

-- When persons are deleted, the log forgets who they were.
create function private.forget_in_log() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update private.desk_log
  set person = null
  where person = any (array(select id from deleted));
  return null;
end $$;

create trigger leads_forget_in_log
  after delete on private.leads
  referencing old table as deleted
  for each statement
  execute function private.forget_in_log();

-- Deletes what the log has of longer than `period` ago, at most max_rows. Returns of how many.
create function private.delete_log(period interval, max_rows integer) returns integer
language plpgsql
set search_path = ''
as $$
declare
  deleted integer;
begin
  delete from private.desk_log
  where id = any (array(
    select id
    from private.desk_log
    where at < now() - period
    order by at
    limit max_rows
    for update skip locked
  ));
  get diagnostics deleted = row_count;
  return deleted;
end $$;

-- Returns the newest 100 rows of the log with an id below `before`, the newest first, and only those of one
-- person if one is given: [{"id", "at", "member", "called", "outcome", "noted", "person", "person_name"}].
create function desk.list_log(person uuid default null, before bigint default null) returns jsonb
language sql stable security definer
set search_path = ''
set timezone = 'UTC'
set statement_timeout = '10s'
as $$
  select coalesce(
    jsonb_agg(
      to_jsonb(entry) - 'file' || jsonb_build_object(
        'person_name', (select name from private.leads lead where lead.id = entry.person))
      order by entry.id desc),
    '[]')
  from (
    select *
    from private.desk_log logged
    where (list_log.person is null or logged.person = list_log.person)
      and (list_log.before is null or logged.id < list_log.before)
    order by logged.id desc
    limit 100
  ) entry;
$$;
