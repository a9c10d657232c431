-- The functions of the schema `backup` run as the owner of the tables, who sees all rows. With
-- `row_security = off`, Postgres raises an error where it would otherwise leave rows out.

-- Holds the lines of a backup while `npm run restore` runs. A restore that ends or fails leaves no row here.
create table private.backup_lines (
  table_name text not null,
  line text not null
);

-- Returns the tables that a backup holds, each after those that its rows refer to, and the columns of each
-- with their types. A generated column is computed again. What the web belongs to is a matter of the project.
create function private.backup_tables() returns table (place bigint, name text, columns text[], types text[])
language sql stable
set search_path = ''
as $$
  with recursive tables as (
    select oid
    from pg_class
    where relnamespace = 'private'::regnamespace and relkind = 'r'
      and relname <> all ('{backup_lines,desk_web}')
  ), placed (oid, depth) as (
    select oid, 0 from tables
    union
    select conrelid, depth + 1
    from placed
    join pg_constraint on confrelid = placed.oid and contype = 'f' and conrelid <> confrelid
  )
  select
    row_number() over (order by max(depth), placed.oid::regclass::text),
    (select relname::text from pg_class where pg_class.oid = placed.oid),
    described.columns,
    described.types
  from placed
  cross join lateral (
    select
      array_agg(attname::text order by attname) as columns,
      array_agg(format_type(atttypid, atttypmod) order by attname) as types
    from pg_attribute
    where attrelid = placed.oid and attnum > 0 and not attisdropped and attgenerated = ''
  ) described
  group by placed.oid, described.columns, described.types
  order by 1;
$$;

-- Describes what a backup holds now: {tables: [{name, columns, types, rows}], sequences: [{name, value}]}.
create function backup.describe() returns jsonb
language plpgsql stable security definer
set search_path = ''
set row_security = off
as $$
declare
  backup_table record;
  counted bigint;
  tables jsonb := '[]';
begin
  for backup_table in select * from private.backup_tables() order by place loop
    execute format('select count(*) from private.%I', backup_table.name) into counted;
    tables := tables || jsonb_build_object(
      'name', backup_table.name,
      'columns', backup_table.columns,
      'types', backup_table.types,
      'rows', counted);
  end loop;
  return jsonb_build_object(
    'tables', tables,
    'sequences', (
      select jsonb_agg(jsonb_build_object('name', sequencename, 'value', coalesce(last_value, 0)))
      from pg_sequences
      where schemaname = 'private'
    ));
end $$;

-- Returns the rows of a table of private.backup_tables, each as a line of JSON.
create function backup.read_rows(table_name text) returns setof text
language plpgsql stable security definer
set search_path = ''
set row_security = off
set intervalstyle = 'postgres'
as $$
begin
  return query execute (
    select format(
      'select row_to_json(stored)::text from (select %s from private.%I) stored',
      (select string_agg(quote_ident(name), ', ') from unnest(known.columns) name),
      known.name)
    from private.backup_tables() known
    where known.name = table_name);
end $$;

-- Takes lines of a table, one below the other, for backup.restore, which must follow in the same transaction.
create function backup.take_lines(table_name text, lines text) returns void
language sql security definer
set search_path = ''
as $$
  insert into private.backup_lines (table_name, line)
  select table_name, string_to_table(lines, e'\n');
$$;

-- Puts the lines that backup.take_lines took into the tables, and repeats the removals in a list
-- (desk.reapply_removals, whose answer it returns). `described` is what backup.describe returned when the
-- backup was made. Raises `not_empty` if somebody has filled in the form already, `other_schema` if the
-- tables differ, and `incomplete` if lines are missing. An error leaves everything as it was.
create function backup.restore(described jsonb, removals text) returns jsonb
language plpgsql security definer
set search_path = ''
set row_security = off
set intervalstyle = 'postgres'
as $$
declare
  names constant text := (
    select string_agg(format('private.%I', name), ', ') from private.backup_tables());
  backup_table record;
  counted bigint;
begin
  -- A form that comes now waits, and is then stored beside what was restored.
  execute format('lock table %s in access exclusive mode', names);
  if exists (
    select from private.leads
    union all
    select from private.lead_seals
    union all
    select from private.number_events
    union all
    select from private.mailbox_events
  ) then
    raise exception 'not_empty' using errcode = 'BK001';
  end if;
  if exists (
    select *
    from jsonb_to_recordset(described -> 'tables') was (name text, columns text[], types text[])
    full join private.backup_tables() known using (name, columns, types)
    where was.* is null or known.* is null
  ) then
    raise exception 'other_schema' using errcode = 'BK002';
  end if;

  -- The rows are what the triggers have made of them already.
  execute (
    select string_agg(format('alter table private.%I disable trigger user;', name), '')
    from private.backup_tables());
  execute 'truncate ' || names;
  for backup_table in
    select known.name, columns, was.rows
    from private.backup_tables() known
    join jsonb_to_recordset(described -> 'tables') was (name text, rows bigint) using (name)
    order by place
  loop
    execute format(
      'insert into private.%1$I (%2$s) overriding system value
        select %3$s
        from private.backup_lines, json_populate_record(null::private.%1$I, line::json) stored
        where table_name = %1$L',
      backup_table.name,
      (select string_agg(quote_ident(name), ', ') from unnest(backup_table.columns) name),
      (select string_agg('stored.' || quote_ident(name), ', ') from unnest(backup_table.columns) name));
    get diagnostics counted = row_count;
    if counted <> backup_table.rows then
      raise exception 'incomplete' using
        errcode = 'BK003',
        detail = format('%s: %s of %s rows', backup_table.name, counted, backup_table.rows);
    end if;
  end loop;
  -- The sign-in knows nobody yet, or others, so the owner has to pin each member again.
  update private.desk_members set user_id = null, factor_id = null;
  execute (
    select string_agg(format('alter table private.%I enable trigger user;', name), '')
    from private.backup_tables());
  truncate private.backup_lines;

  -- A list of removals or a receiver may know an id that was given after the backup. The seconds since 1970
  -- are beyond all of them.
  perform setval(
    format('private.%I', name)::regclass,
    greatest(value, extract(epoch from now())::bigint))
  from jsonb_to_recordset(described -> 'sequences') was (name text, value bigint);
  return desk.reapply_removals(removals);
end $$;
