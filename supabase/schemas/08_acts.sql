-- Each press of a button at the desk, kept for a day: what the next page says once, which persons it changed,
-- and how to undo it.

create table private.desk_acts (
  id uuid primary key default gen_random_uuid(),
  -- A digest of what was sent. Each form has a key of its own, so a second press finds the act of the first.
  press text not null unique,
  login text not null default private.actor(),
  begun_at timestamptz not null default clock_timestamp(),
  -- {"sentence", "undo", "isPending", "typed"}. Null as long as the act is being done.
  told jsonb,
  -- The address that the browser is sent to.
  next text,
  -- The persons that it will change, and then those that it changed.
  persons uuid[] not null default '{}',
  shown_at timestamptz,
  undone_at timestamptz
);

create index desk_acts_begun_at_idx on private.desk_acts (begun_at);

-- What an operator has chosen for the desk. Without a row, keys press buttons, and the list hides no column.
create table private.desk_logins (
  login text primary key default private.actor(),
  has_keys boolean not null default true,
  hidden_columns text[] not null default '{}'
);

-- When persons are deleted, forgets what was done to them alone, because it may name them.
create function private.forget_acts() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  gone constant uuid[] := array(select id from deleted);
begin
  delete from private.desk_acts
  where persons <> '{}' and persons <@ gone;
  update private.desk_acts
  set persons = array(select unnest(persons) except select unnest(gone))
  where persons && gone;
  return null;
end $$;

create trigger leads_forget_acts
  after delete on private.leads
  referencing old table as deleted
  for each statement
  execute function private.forget_acts();

-- Deletes the acts that are older than a day, at most 5000 in one call. Returns true if there may be more.
create function private.delete_acts() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  deleted integer;
begin
  delete from private.desk_acts
  where id = any (array(
    select id
    from private.desk_acts
    where begun_at < now() - interval '1 day'
    limit 5000
    for update skip locked
  ));
  get diagnostics deleted = row_count;
  return deleted = 5000;
end $$;

-- Begins the act of a press. Returns {"id", "is_first", "next"}. If the same was pressed before, "is_first"
-- is false, and "next" is where that act led to, or null as long as it is being done. What it said is then
-- shown once more.
create function desk.begin_act(press text) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  act private.desk_acts;
begin
  insert into private.desk_acts (press)
  values (begin_act.press)
  on conflict on constraint desk_acts_press_key do nothing
  returning * into act;
  if found then
    return jsonb_build_object('id', act.id, 'is_first', true, 'next', null);
  end if;
  update private.desk_acts stored
  set shown_at = null
  where stored.press = begin_act.press
  returning * into act;
  return jsonb_build_object('id', act.id, 'is_first', false, 'next', act.next);
end $$;

-- Stores what an act of this login has led to. If `undone` is given, that act has been taken back. If
-- `persons` is null, they stay as they are.
create function desk.end_act(
  act uuid,
  told jsonb,
  next text,
  persons uuid[] default null,
  undone uuid default null
) returns void
language sql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
  update private.desk_acts stored
  set
    told = end_act.told,
    next = end_act.next,
    persons = case
      when end_act.persons is null then stored.persons
      -- Of those who are deleted by now, nothing is kept.
      else array(select id from private.leads where id = any (end_act.persons))
    end
  where id = act and login = private.actor();
  update private.desk_acts
  set undone_at = clock_timestamp()
  where id = undone and login = private.actor();
$$;

-- Forgets an act of this login that was not done, so that the same press can do it.
create function desk.drop_act(act uuid) returns void
language sql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
  delete from private.desk_acts where id = act and login = private.actor();
$$;

-- Returns what each page shows of acts: {"has_keys", "told", "undos"}. "told" is what the act `notice` of
-- this login led to, or null; what it says is returned once, and what was typed each time. "undos" are the
-- last ten other acts of this login that can be taken back, the newest first.
create function desk.open_page(notice uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  act private.desk_acts;
begin
  if notice is not null then
    select * into act from private.desk_acts where id = notice and login = private.actor();
    update private.desk_acts
    set shown_at = clock_timestamp()
    where id = act.id and shown_at is null;
  end if;
  return jsonb_build_object(
    'has_keys', coalesce((select has_keys from private.desk_logins where login = private.actor()), true),
    'told', case
      when act.told ? 'typed' or act.shown_at is null and act.told is not null
        then act.told || jsonb_build_object('id', act.id, 'is_undone', act.undone_at is not null)
    end,
    'undos', (
      select coalesce(jsonb_agg(told || jsonb_build_object('id', id) order by begun_at desc), '[]')
      from (
        select *
        from private.desk_acts
        where login = private.actor()
          and told ? 'undo'
          and undone_at is null
          and (notice is null or id <> notice or act.shown_at is not null)
        order by begun_at desc
        limit 10
      ) last
    ));
end $$;

-- Says whether keys press buttons at the desk of this login.
create function desk.set_keys(has_keys boolean) returns void
language sql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
  insert into private.desk_logins (has_keys)
  values (set_keys.has_keys)
  on conflict (login) do update
  set has_keys = excluded.has_keys;
$$;
