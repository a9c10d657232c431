-- A digest is one email to the owner about many things: leads beyond the hourly budget, withdrawals, text
-- messages, and emails that came back. It takes entries for ten minutes. The sweep then closes it.

-- Returns the digest that can still take entries, and creates one if there is none. Until the caller commits,
-- the digest cannot be closed. A digest that is being closed is skipped, so nobody waits here.
-- If a digest may already have arrived, nothing more is added to it, because a retry must send exactly the
-- same email.
create function private.open_digest() returns uuid
language plpgsql
set search_path = ''
as $$
declare
  open_digest uuid;
begin
  select id
  into open_digest
  from private.outbox
  where priority = 'general'
    and kind = 'digest'
    and status = 'pending'
    and contents is null
    and unanswered + sent_before = 0
  limit 1
  for share skip locked;
  if not found then
    insert into private.outbox (kind, due_at)
    values ('digest', now() + interval '10 minutes')
    returning id into open_digest;
  end if;
  return open_digest;
end $$;

-- Cancels these emails to the owner and puts them into a digest instead. The copies for colleagues are
-- cancelled too, because the digest goes only to the owner.
create function private.digest_mails(mails uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  open_digest constant uuid := private.open_digest();
begin
  update private.outbox
  set
    status = 'cancelled',
    reason = 'in_digest',
    digest_id = open_digest
  where id = any (
    mails || array(
      select copy.id
      from private.outbox mail
      join private.outbox copy on copy.submission_id = mail.submission_id
      where mail.id = any (mails)
        and copy.kind = 'colleague'
        and copy.status = 'pending'
        and copy.attempts = 0
      for update of copy skip locked
    )
  );
end $$;

-- When an entry of a digest is erased, this trigger has the sweep write the digest again.
create function private.reopen_digest() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update private.outbox
  set contents = null
  where id = old.digest_id and kind = 'digest' and contents is not null;
  return null;
end $$;

create trigger outbox_reopen_digest
  after delete on private.outbox
  for each row
  when (old.digest_id is not null)
  execute function private.reopen_digest();
