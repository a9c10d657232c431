-- The schema `private` contains the tables, views and helper functions. The Data API does not expose this
-- schema.
create schema private;

-- The schema `desk` contains the functions for the operator. The Data API does not expose this schema either.
-- To create a login for the desk: create role … in role lead_desk;
create schema desk;

-- The schema `backup` contains the functions for `npm run backup` and `npm run restore`, which use a login in
-- the role lead_backup. The Data API does not expose this schema either.
create schema backup;

-- The schema `public` contains only the functions that the site and the Edge Function call with a secret key,
-- and the doors of the desk on the web (see 31_desk.sql).

-- A visitor who has filled in the form is called a person, and each person is a row of private.leads. The
-- operator is the one who runs the site and uses the desk. Emails to the owner go to the operator.


-- A message is an email, a webhook or an event for an ad platform, and each message is a row of
-- private.outbox. The table below lists how the status of a message changes. The `reason` is shown in
-- brackets. `refused` stands for one of three reasons, and the function refuse_mail decides which one
-- applies. The reason is suppressed if the mailbox is dead or its owner wants no more emails. The reason is
-- already_mailed if the mailbox got an email in the last 24 hours. The reason is unpressed if the mailbox got
-- several emails and nobody pressed a button behind the links in them. `ended` stands for sent, failed and
-- cancelled.
--
--   before   after                        when                                   function
--   (new)    pending                      there is something to tell             accept_lead, …
--   (new)    held [suspected_bot, limit]  the submission is suspicious           accept_lead
--   (new)    cancelled [refused]          its mailbox must not get it            accept_lead
--   (new)    cancelled [in_digest]        a withdrawal waits for the digest      withdraw_consent
--   held     pending                      the operator releases it               release_messages
--   held     cancelled [refused]          the same; its mailbox must not get it  release_messages
--   held     cancelled [dropped]          the operator drops it                  drop_messages
--   pending  sending                      a worker claims it for 50 seconds      claim_mails and others
--   pending  cancelled [suppressed]       the mailbox was suppressed meanwhile   claim_mails
--   pending  cancelled [unlisted]         also_notify no longer has the address  claim_mails
--   pending  cancelled [outdated]         the reminder no longer applies         claim_mails
--   pending  cancelled [outdated]         a digest has nothing left to say       close_digests
--   pending  cancelled [outdated]         a newer day has an overview by now     queue_overview
--   pending  cancelled [outdated]         the platform may not be told any more  claim_ads
--   pending  failed [expired]             the platform no longer takes it        expire_messages
--   pending  cancelled [in_digest]        the budget of owner emails is spent    claim_mails
--   sending  as from pending              the worker did not come back in time   claim_mails, claim_webhooks
--   sending  failed [unanswered]          the same, the third time               claim_mails
--   sending  sent                         the server took it                     settle_message
--   sending  pending                      the server refused it for now          settle_message
--   sending  pending                      attempt 1 or 2 gets no answer          settle_message
--   sending  failed [unanswered]          attempt 3 gets no answer               settle_message
--   sending  failed [rejected]            no such mailbox, or no such receiver   settle_message
--   sending  failed [expired]             it was queued more than 7 days ago     settle_message
--   sending  failed [expired]             the same; no worker came back          expire_messages
--   sent     failed [bounced]             the provider reports a dead address    record_mail_events
--   sent     failed [returned]            it came back for another cause         record_mail_events
--   sent     cancelled [suppressed]       the provider knows they want no email  record_mail_events
--   sent     failed [complained]          the provider reports a complaint       record_mail_events
--   sending  as from sent                 the report is earlier than the answer  record_mail_events
--   pending  as from sent                 an unanswered attempt had arrived      record_mail_events
--   failed   failed [complained]          the complaint comes after a bounce     record_mail_events
--   failed   failed [bounced]             the address proves dead after all      record_mail_events
--   failed   pending                      the operator sends it again            requeue_messages
--   failed   cancelled [refused]          the same; its mailbox must not get it  requeue_messages
--   failed   cancelled [dropped]          the operator drops it                  drop_messages
--   sent     pending                      the operator sends it once more        send_again
--   any      cancelled [dropped]          the webhook is turned off              end_webhooks
--   any      cancelled [dropped]          the ad platform is told no more        set_ads
--   ended    pending                      the operator asks a person to confirm  ask_again
--   any      pending                      the next alert or seal email is due    queue_owner_mail
--
-- Only emails can be refused, suppressed, unlisted, outdated, put into a digest or reported by the provider.
-- Webhooks cannot. An event for an ad platform can be outdated. If the server refuses a message for now,
-- this attempt does not count as unanswered. A message stays pending until a worker comes, however long that
-- takes. A held message waits for the operator. If the operator does nothing, the message is deleted after
-- the time in keep_held. The alert and the seal email (the weekly proof that no submission was changed) each
-- have only one row, and this row is used again for each new email. When a message is queued again, it gets a
-- new id or a higher count of attempts. A worker that claimed the message earlier can therefore no longer
-- settle it.
create domain private.message_status as text
  check (value in ('pending', 'sending', 'sent', 'failed', 'held', 'cancelled'));

-- Returns true if a message is still to be sent. Only queries that look for such messages call this. Postgres
-- cannot see what is in it, so it uses the indexes of what waits for these queries alone. Who looks up a
-- message in another way compares the status. Otherwise, with statistics from a time when nothing waited,
-- Postgres would read all that waits.
create function private.is_waiting(status private.message_status) returns boolean
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return status in ('pending', 'sending');
end $$;

-- The reason says why a message has its status. The reason is null if the message is pending, sending or
-- sent.
create domain private.message_reason as text
  check (value in (
    'suspected_bot', 'limit', 'rejected', 'unanswered', 'expired', 'bounced', 'returned', 'complained',
    'dropped', 'already_mailed', 'suppressed', 'unlisted', 'unpressed', 'outdated', 'in_digest'));

-- The kind of a message says who gets it:
--
--   kind       who gets it                                  priorities
--   owner      the owner, about one submission              owner_first, owner_retry, owner_last
--   colleague  each address in also_notify, the same email  colleague
--   visitor    the person                                   visitor_first, visitor_retry, visitor_last
--   webhook    the operator's own system                    webhook_first, webhook_retry
--   ad         the ad platform (Meta)                       ad
--   any other  the owner, a general email                   general
--
-- General emails are alerts, digests, overviews, seals, notices and whatever else the owner is told. Their
-- kinds are not listed in the schema. The function that queues such an email names its kind and writes its
-- contents, and mail/general-mails.ts has a writer for each kind. A general email that waits or has failed
-- counts like any other email, except the alert, because it tells of the others.
--
-- Workers claim the due messages in the order of these values. All up to `visitor_last` are emails.
-- The values with `first` are for first attempts, and the values with `retry` are for later attempts. The
-- values with `last` are for messages from a source or a mailbox that sent many submissions, and for messages
-- that the operator queued again.
create type private.message_priority as enum (
  'general',
  'owner_first',
  'visitor_first',
  'owner_retry',
  'visitor_retry',
  'owner_last',
  'colleague',
  'visitor_last',
  'webhook_first',
  'webhook_retry',
  'ad'
);


-- A person consents to text messages for the phone number in private.leads. The table below lists how the
-- state of this consent changes.
-- The person may be texted only if the state is `given` or `confirmed`. What was said is in
-- private.consent_events, and private.judge_consent computes the state from it.
-- Nobody can send the form without ticking the box. As long as a submission is held, the box that was ticked
-- in it does not count. `unsettled` stands for any of the states (new), none, given and asked.
--
--   before     after      when                                        function
--   (new)      none       the submission is held, or from a preview   accept_lead
--   unsettled  given      the box is ticked; double_opt_in is off     accept_lead, release_submissions
--   unsettled  asked      the box is ticked; double_opt_in is on      accept_lead, release_submissions
--   withdrawn  asked      the box is ticked                           accept_lead, release_submissions
--   given      confirmed  the button behind an emailed link is pressed  confirm_lead
--   asked      confirmed  the same                                    confirm_lead
--   confirmed  confirmed  the box is ticked, for the same number      accept_lead, release_submissions
--   unsettled  asked      the operator corrects the number            correct_lead
--   confirmed  asked      the same                                    correct_lead
--   asked      as before  the operator takes the correction back      undo_correction
--   any        withdrawn  the person or the operator withdraws it     withdraw_consent
--
-- Changing the setting double_opt_in does not change the state of any person. A link that was emailed before
-- a withdrawal can no longer confirm anything. After a person has confirmed or withdrawn, the form can no
-- longer change the phone number. With desk.take_over, the operator can copy the data of a submission to the
-- person. If this changes the number, the box that was ticked in the submission counts, and the new number is
-- not confirmed yet.
--
-- A number is free until it is stopped, no matter which person has it. Stopping a number does not change
-- anybody's consent, and lifting the stop does not change it either. Each of these is an event of
-- private.number_events, and the newest event of a number says its state.
--
--   before   after    when                                                          function
--   any      stopped  a text message from it asks for an end, in any wording        receive_text
--   any      stopped  the operator stops it                                         desk.stop_number
--   any      stopped  a person who withdrew with it is erased                       keep_number_stopped
--   any      free     START or UNSTOP comes from it, whoever stopped it             receive_text
--   stopped  free     the operator lifts the stop, with a note                      desk.lift_stop
--
-- The desk, the exports and the webhooks show the state that private.consent_state returns. If the number is
-- stopped, consent_state always returns `stopped`. It also returns `stopped` instead of `given` or
-- `confirmed` if another person who then had the same number has withdrawn, has not confirmed it since then,
-- and the number was not lifted since then.

-- Returns states of consent: 'any' of them; the kinds in which somebody 'agreed', the weakest first; those
-- that 'may-be-texted'; and those that 'end-a-withdrawal'. For another name, returns null. A new kind is
-- named here alone. Each state has its words at the desk, in desk/core/consent-words.ts.
create function private.consents_of(which text) returns text[]
language sql immutable parallel safe
return case which
  when 'any' then '{none,asked,given,confirmed,withdrawn,stopped}'::text[]
  when 'agreed' then '{asked,given,confirmed}'
  when 'may-be-texted' then '{given,confirmed}'
  when 'end-a-withdrawal' then '{confirmed}'
end;

create domain private.consent as text
  check (value = any (private.consents_of('any')));

-- The rows of all logs of what happened draw their ids here: of what was said about numbers, mailboxes and
-- consent, and of corrections. An id is drawn under the lock of the person, the number or the mailbox. The
-- newest row of a key is therefore the one with the highest id, whatever the clock says.
create sequence private.event_ids;
