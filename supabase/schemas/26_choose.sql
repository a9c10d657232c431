-- The operator can act on all persons of a list. The list may have other persons by then.

-- Returns the ids of everybody who passes these filters of desk.list_leads, in the order of the ids.
create function private.ids_of(filters jsonb) returns uuid[]
language plpgsql stable
set search_path = ''
set timezone = 'UTC'
set jit = off
as $$
declare
  few constant integer := 10000;
  filter private.list_filter := private.read_filter(filters);
  found record;
  chosen record;
begin
  found := private.look_up(filter.search, few);
  chosen := private.choose_leads(filter, few);
  return array(
    select id
    from private.filter_leads(
      chosen.filter,
      found.found_ids,
      found.query,
      chosen_ids => chosen.chosen_ids)
    order by id
  );
end $$;

-- Returns a digest of ids that are sorted.
create function private.digest_of(ids uuid[]) returns text
language sql immutable
set search_path = ''
as $$
  select encode(sha256(convert_to(array_to_string(ids, ','), 'utf8')), 'hex');
$$;

-- Returns a digest of who is in the list with these filters. Raises what desk.list_leads raises.
create function desk.digest_list(filters jsonb) returns text
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
as $$
  select private.digest_of(private.ids_of(filters));
$$;

-- Stores the persons of an act: `chosen`, or everybody in the list with these filters, but nobody in
-- `without`. Returns {"people", "left_out"}: how many there are, and how many of them `without` leaves out.
-- If the list has other people than `digest` says, stores nobody, and returns {"people", "is_changed"}.
create function desk.choose_people(
  act uuid,
  chosen uuid[] default null,
  filters jsonb default null,
  digest text default null,
  without uuid[] default '{}'
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  everybody constant uuid[] := coalesce(chosen, private.ids_of(filters));
  helped uuid[];
begin
  if chosen is null and private.digest_of(everybody) is distinct from digest then
    return jsonb_build_object('people', cardinality(everybody), 'is_changed', true);
  end if;
  helped := array(select unnest(everybody) except select unnest(without));
  update private.desk_acts set persons = helped where id = act and login = private.actor();
  return jsonb_build_object(
    'people', cardinality(helped),
    'left_out', cardinality(everybody) - cardinality(helped));
end $$;
