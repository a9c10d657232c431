-- The order in which due mails are claimed:
--   0  to the owner, of no lead: alert and digest
--   1  to the owner, 2 to the visitor: fresh ones
--   3  to the owner, 4 to the visitor: claimed before, so that they are tried again
--   5  to the owner, 6 to the visitor: of a busy source or mailbox, or requeued
alter table public.lead_emails add column lane smallint not null default 0 check (lane between 0 and 6);

update public.lead_emails set lane = case kind when 'owner' then 3 else 4 end
where status in ('pending', 'sending') and kind in ('owner', 'visitor');

create index lead_emails_lane_idx on public.lead_emails (lane, due_at) where status in ('pending', 'sending');
create index lead_emails_owner_claimed_idx on public.lead_emails (claimed_at)
  where kind = 'owner' and claimed_at is not null;

-- A digest tells the owner of the leads whose own mails were beyond the budget: these are 'digested', and name it.
alter table public.lead_emails
  add column digest_id uuid references public.lead_emails on delete set null,
  drop constraint lead_emails_kind_check,
  add constraint lead_emails_kind_check check (kind in ('visitor', 'owner', 'alert', 'digest')),
  drop constraint lead_emails_alert_check,
  add constraint lead_emails_lead_check
    check ((kind in ('alert', 'digest')) = (submission_id is null) and (submission_id is null) = (lead_id is null)),
  drop constraint lead_emails_status_check,
  add constraint lead_emails_status_check
    check (status in ('pending', 'sending', 'sent', 'dead', 'held', 'skipped', 'digested'));

create index lead_emails_digest_idx on public.lead_emails (digest_id) where digest_id is not null;
-- One digest gathers at a time. It is closed by its first attempt, since that may have arrived.
create unique index lead_emails_open_digest_key on public.lead_emails (kind) where kind = 'digest' and attempts = 0;

-- owner_mails_per_hour: mails about single leads; half of it, and half of the visitors' budget, is for fresh ones alone.
-- busy_after: submissions of one source, or of one mailbox, in ten minutes; what follows goes into the last lanes.
alter table public.lead_settings
  add column owner_mails_per_hour integer not null default 100,
  add column busy_after integer not null default 3;
