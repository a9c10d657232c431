-- Takes the filters and the order of desk.list_leads. Returns {"people", "is_more", "is_cut", "files"}.
-- "people" is how many persons pass, but at most max_people, and "is_more" is true if there are more. "files"
-- counts these persons as [{"file", "reason", "people"}]. The files are 'everything', 'sms', 'google-ads' and
-- 'microsoft-ads'. If "reason" is null, the file contains these persons. Otherwise "reason" is why the file
-- leaves them out.
-- The files leave out people by the same faults, which desk.list_leads returns. desk/core/conversions.ts has
-- the words for the reasons.
create function desk.count_exports(
  filters jsonb default '{}',
  sort text default 'newest',
  max_people integer default 5000
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set timezone = 'UTC'
set statement_timeout = '10s'
set jit = off
-- As in desk.list_leads.
set random_page_cost = 1.1
set enable_seqscan = off
-- A plan for any number of persons reads half as much again.
set plan_cache_mode = force_custom_plan
as $$
declare
  picked record;
begin
  picked := private.pick_leads(filters, sort, null, null, max_people, null);
  return (
    with person as materialized (
      select
        known.state,
        person.number_fault,
        private.refuses_tracking(person.id) as refuses_tracking,
        person.phone_e164,
        private.is_doubtful(person) as is_doubtful,
        first.campaign
      from unnest(picked.persons[:max_people]) person
      join private.lead_states known on known.id = person.id
      left join lateral private.first_visit(person.id) first on true
    ), judged as (
      select
        case when is_doubtful then 'doubtful' end as everything,
        coalesce(
          text_fault,
          case when row_number() over (partition by text_fault, phone_e164) > 1 then 'repeated' end) as sms,
        private.ad_fault('google-ads', state, refuses_tracking, campaign) as google_ads,
        private.ad_fault('microsoft-ads', state, refuses_tracking, campaign) as microsoft_ads
      from person, lateral (select private.text_fault_of(state, number_fault) as text_fault) fault
    )
    select jsonb_build_object(
      'people', cardinality(picked.persons[:max_people]),
      'is_more', cardinality(picked.persons) > max_people,
      'is_cut', picked.is_cut,
      'files', (
        select coalesce(jsonb_agg(to_jsonb(counted)), '[]')
        from (
          select file, reason, count(*) as people
          from judged,
            lateral (
              values
                ('everything', everything), ('sms', sms), ('google-ads', google_ads),
                ('microsoft-ads', microsoft_ads)
            ) named (file, reason)
          group by file, reason
        ) counted
      ))
  );
end $$;

-- Returns a page of desk.list_leads for a file. `use` is what the file is for, as count_exports names it.
create function desk.export_leads(
  use text,
  filters jsonb default '{}',
  sort text default 'newest',
  before text default null,
  max_rows integer default 250
) returns jsonb
language sql stable security definer
set search_path = ''
set timezone = 'UTC'
set statement_timeout = '10s'
as $$
  select desk.list_leads(filters, sort, before, null, max_rows);
$$;
