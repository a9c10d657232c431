-- Returns the latest seal as "<number>:<hash>", to be told the owner in a mail, and notes that it was; null when one was
-- told within 24 hours or when there is no newer one. A copy outside of the database shows a chain that was made anew.
create function public.take_lead_seal() returns text
language plpgsql security definer
set search_path = '' set lock_timeout = '2s' set statement_timeout = '3s' as $$
declare
  taken text;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('take_lead_seal', 0)) then return null; end if;
  if exists (select from public.lead_seals where mailed_at > now() - interval '24 hours') then return null; end if;
  update public.lead_seals set mailed_at = now()
  where number = (select max(number) from public.lead_seals) and mailed_at is null
  returning number || ':' || encode(hash, 'hex') into taken;
  return taken;
end $$;

revoke execute on function public.take_lead_seal() from public, anon, authenticated;
grant execute on function public.take_lead_seal() to service_role;
