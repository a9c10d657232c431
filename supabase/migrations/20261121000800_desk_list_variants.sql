-- Returns the names of the variants of the page that brought persons, [text, …], in the order of the alphabet: at most 200.
create function desk.list_variants() returns jsonb
language sql stable security definer
set search_path = '' set statement_timeout = '10s' set jit = off as $$
  with recursive found (name, place) as (
    (select variant, 1 from public.lead_submissions where variant is not null order by 1 limit 1)
    union all
    select (
      select submission.variant from public.lead_submissions submission
      where submission.variant > found.name order by 1 limit 1), place + 1
    from found where name is not null and place < 200
  )
  select coalesce(jsonb_agg(name order by name), '[]') from found where name is not null;
$$;

revoke execute on all functions in schema desk from public;
grant execute on function desk.list_variants() to lead_desk;
