-- Each morning, the owner can get an email with the overview of the day before (the setting overview_at).

-- Returns {"day", "figures", "waits"}. "figures" is what desk.overview returns for this day and the day
-- before, with the 8 sources that brought the most leads. "waits" is what desk.attention returns, with
-- "to_call" (the persons to be called today) and "texts" (the text messages to be read). Both stop at 5001.
create function private.describe_day(this_day date) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'day', this_day,
    'figures', desk.overview(
      bounds => array[start, middle, finish],
      since => middle,
      until => finish,
      day_before => this_day - 1,
      day_since => this_day,
      day_until => this_day + 1,
      most => 8),
    'waits', desk.attention() || jsonb_build_object(
      'to_call', coalesce(cardinality(private.find_to_call(private.day_of(now()), 5000)), 5001),
      'texts', desk.unanswered_texts() -> 'count'))
  from (
    select
      private.start_of(this_day - 1) as start,
      private.start_of(this_day) as middle,
      private.start_of(this_day + 1) as finish
  ) bound;
$$;

-- Queues the overview of yesterday as soon as the operator's clock shows the time in overview_at. An earlier
-- day never gets one, and an overview that could not be sent until the next day is over is cancelled.
create function private.queue_overview() returns void
language plpgsql
set search_path = ''
as $$
declare
  clock constant timestamp := now() at time zone private.time_zone();
  yesterday constant date := clock::date - 1;
begin
  update private.outbox
  set status = 'cancelled', reason = 'outdated'
  where kind = 'overview'
    and contents ->> 'day' < yesterday::text
    and status = 'pending'
    and unanswered = 0;
  if exists (
    select
    from private.lead_settings
    where overview_at::time <= clock::time
  ) and not exists (
    select
    from private.outbox
    where kind = 'overview' and contents ->> 'day' = yesterday::text
  ) then
    insert into private.outbox (kind, contents)
    values ('overview', private.describe_day(yesterday))
    on conflict ((contents ->> 'day')) where kind = 'overview' do nothing;
  end if;
end $$;
