-- What an operator has chosen for the list of persons, kept for the login.

-- Filters under a name. `query` is that of the address of the list. It has nothing of a person in it.
create table private.desk_views (
  login text not null default private.actor(),
  name text not null check (name = btrim(name) and length(name) between 1 and 60),
  query text not null check (length(query) <= 1000),
  primary key (login, name)
);

-- Returns {"hidden", "views"} of this login. "hidden" are the columns that it hides, and "views" are its
-- views as [{"name", "query"}], by their names.
create function desk.list_choices() returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
as $$
  select jsonb_build_object(
    'hidden', coalesce(
      (select to_jsonb(hidden_columns) from private.desk_logins where login = private.actor()),
      '[]'),
    'views', (
      select coalesce(jsonb_agg(jsonb_build_object('name', name, 'query', query) order by name), '[]')
      from private.desk_views
      where login = private.actor()
    ));
$$;

-- Stores which columns the list hides for this login.
create function desk.hide_columns(columns text[]) returns void
language sql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
  insert into private.desk_logins (hidden_columns)
  values (columns)
  on conflict (login) do update
  set hidden_columns = excluded.hidden_columns;
$$;

-- Stores a view of this login, or replaces the one with this name. If `query` is null, deletes it. Returns
-- false if this login has 20 others already.
create function desk.set_view(name text, query text) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
begin
  if query is null then
    delete from private.desk_views stored
    where login = private.actor() and stored.name = set_view.name;
    return true;
  end if;
  insert into private.desk_views (name, query)
  select set_view.name, set_view.query
  where (
    select count(*)
    from private.desk_views stored
    where login = private.actor() and stored.name <> set_view.name
  ) < 20
  on conflict on constraint desk_views_pkey do update
  set query = excluded.query;
  return found;
end $$;
