-- Puts dead (or held) mails and webhooks back in the queue, all of them or those of one person, behind all others. The owner of the
-- database may call it, too:
--   select desk.requeue_lead_emails();
--   select desk.requeue_lead_emails('held', '<leads.id>');
-- A mailbox still gets one visitor mail in 24 hours: the others are skipped. Returns {"queued", "skipped": integer}. Raises
-- 22023 for another from_status.
create function desk.requeue_lead_emails(from_status text default 'dead', only_lead uuid default null) returns jsonb
language plpgsql security definer
set search_path = '' set lock_timeout = '2s' set statement_timeout = '1min' as $$
declare
  answer jsonb;
begin
  if from_status is null or from_status not in ('dead', 'held') then
    raise exception 'from_status is dead or held' using errcode = 'invalid_parameter_value';
  end if;
  -- Locked, because another call may have put them back, and a worker may have taken them, since this statement began.
  with stopped as (
    select id, mailbox, mail.queued_at
    from public.lead_emails mail
    where status = from_status and (only_lead is null or lead_id = only_lead)
    for update skip locked
  ), chosen as (
    select id, row_number() over (partition by mailbox order by stopped.queued_at) as place from stopped
  ), requeued as (
    update public.lead_emails mail
    set
      status = case
        when mail.mailbox is not null and (chosen.place > 1 or exists (
          select from public.lead_emails recent
          where recent.mailbox = mail.mailbox and recent.kind = 'visitor'
            and recent.queued_at > now() - interval '24 hours' and recent.status in ('pending', 'sending', 'sent')
        )) then 'skipped'
        else 'pending'
      end,
      lane = case mail.kind when 'owner' then 5 when 'visitor' then 6 when 'webhook' then 8 else 0 end,
      due_at = now(), queued_at = now()
    from chosen
    where mail.id = chosen.id
    returning mail.status
  )
  select jsonb_build_object('queued', count(*) filter (where status = 'pending'),
    'skipped', count(*) filter (where status = 'skipped'))
  into answer from requeued;
  return answer;
end $$;

drop function public.requeue_lead_emails(text, uuid);

revoke execute on all functions in schema desk from public;
grant execute on function desk.requeue_lead_emails(text, uuid) to lead_desk;
