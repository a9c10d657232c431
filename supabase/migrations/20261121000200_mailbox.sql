-- Returns one text for all spellings of the mailbox that an e-mail address reaches, for counting alone: mails go to the
-- address as typed, and a person is the whole address. Lower case; what follows a plus is dropped everywhere; at Gmail,
-- which ignores dots, these too, and googlemail.com is gmail.com (https://support.google.com/mail/answer/7436150).
-- Two rules go further than is sure: some servers tell upper from lower case or take the plus as a part of the name. Two
-- people there would share their limits, which costs the second one the mail of that day, never the lead. Rules of
-- single providers other than Gmail's are left out, since a wrong one would join strangers.
create function public.mailbox_key(email text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when domain in ('gmail.com', 'googlemail.com') then replace(local, '.', '') || '@gmail.com'
    else local || '@' || domain
  end
  from (
    select regexp_replace(substring(lower(email) from '^(.*)@'), '^([^+]+)\+.*$', '\1') as local,
      substring(lower(email) from '[^@]*$') as domain
  ) parts;
$$;

revoke execute on function public.mailbox_key(text) from public, anon, authenticated, service_role;

-- The mailbox_key of a visitor's mail, so that whether it had one today is one look into an index. A preview's mails go
-- to the owner and have none.
alter table public.lead_emails add column mailbox text;

update public.lead_emails mail
set mailbox = public.mailbox_key(submission.email)
from public.lead_submissions submission
where submission.id = mail.submission_id and not submission.preview and mail.kind = 'visitor'
  and (mail.status in ('pending', 'sending', 'dead', 'held') or mail.queued_at > now() - interval '24 hours');

create index lead_emails_mailbox_idx on public.lead_emails (mailbox, queued_at)
  where kind = 'visitor' and status in ('pending', 'sending', 'sent');

-- Whether what was submitted became the person's data. Rows from before count as such unless held or of a preview.
alter table public.lead_submissions add column applied boolean not null default true;

create index lead_submissions_applied_idx on public.lead_submissions (lead_id, ip_hash) where applied;
