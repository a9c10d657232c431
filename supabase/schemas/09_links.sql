-- The links in the emails to visitors. What a link may do is asked when the email is written, and again when
-- the button behind it is pressed. No email therefore asks with a link that does nothing.

-- The links by which a mailbox refuses something, even after the person is erased. A row contains only
-- hashes. The hash of the token also says the purpose (see lead_token). A link for 'mail' ends all emails to
-- the mailbox to which the email with the link went. A link for 'stop' ends the texts to its persons, if the
-- person to whom it was emailed is erased.
create table private.mailbox_links (
  token_hash uuid primary key,
  mailbox_hash uuid not null
);

-- Takes a mailbox_key. Returns the token in the link that ends all emails to this mailbox.
create function private.mail_token(mailbox text) returns uuid
language sql stable
set search_path = ''
as $$
  select private.hash_mailbox('link ' || mailbox);
$$;

-- Before a person is deleted, this trigger keeps the link with which the person ends the texts. The email
-- with it may be under way, and another person of the same mailbox may have come since it was read.
create function private.keep_stop_link() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  insert into private.mailbox_links (token_hash, mailbox_hash)
  select
    private.lead_token(private.lead_token(old.secret, 'stop'), 'stop'),
    private.hash_mailbox(private.mailbox_key(old.email))
  where exists (
    select
    from private.outbox mail
    where mail.lead_id = old.id and mail.kind = 'visitor' and mail.claimed_at is not null
  );
  return old;
end $$;

create trigger leads_keep_stop_link
  before delete on private.leads
  for each row execute function private.keep_stop_link();

-- Suppresses the mailbox to which the email with this token went, whoever the person behind it is by now. The
-- lead and the consent to texts do not change.
-- `way` is 'link' or 'mail program'. Returns true if the token is known.
create function public.unsubscribe(token uuid, way text) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
declare
  hash constant uuid := (
    select mailbox_hash
    from private.mailbox_links link
    where link.token_hash = private.lead_token(unsubscribe.token, 'mail')
  );
begin
  if hash is null then
    return false;
  end if;
  perform private.lock_mailbox(hash);
  insert into private.mailbox_events (mailbox_hash, reason, said_by) values (hash, 'unsubscribed', way);
  return true;
end $$;

-- Returns the submission that can be confirmed with this token (see asked_by).
create function private.find_asked(token uuid) returns private.lead_submissions
language sql stable
set search_path = ''
as $$
  select asked.*
  from private.outbox mail
  cross join lateral private.asked_by(mail) asked
  where mail.token = find_asked.token
    and mail.claimed_at is not null
    and asked.id is not null;
$$;

-- Gives emails to visitors the mailbox and the number that are meant now. The caller has locked them, and
-- none of them is on its way. If an email was sent before and asked something else, it gets a new token: who
-- has the older email saw another number, or has another mailbox.
create function private.address_mails(mails uuid[]) returns void
language sql
set search_path = ''
as $$
  update private.outbox mail
  set
    mailbox = meant.mailbox,
    asked_number = meant.number,
    token = case
      when mail.token is null or mail.claimed_at is null then mail.token
      when (mail.mailbox, mail.asked_number) is not distinct from (meant.mailbox, meant.number)
        then mail.token
      else gen_random_uuid()
    end
  from (
    select
      sought.id,
      private.mailbox_key(corrected.email) as mailbox,
      case when sought.token is not null then corrected.phone_e164 end as number
    from private.outbox sought
    join private.lead_submissions submission on submission.id = sought.submission_id
    cross join lateral private.corrected(submission) corrected
    where sought.id = any (mails) and sought.mailbox is not null
  ) meant
  where mail.id = meant.id
    and (mail.mailbox, mail.asked_number) is distinct from (meant.mailbox, meant.number);
$$;
