-- `private` has the tables, views and helper functions. The Data API does not expose it.
create schema private;

-- `desk` has the operator's functions. The Data API does not expose it.
-- To make a login for them: create role … in role lead_desk;
create schema desk;

-- `public` has only the functions that the site and the Edge Function call with a secret key.


-- A visitor who fills in the form is a person in private.leads. The operator runs the site and its desk, and
-- the mails to the owner are for the operator.


-- The states of a message: a mail or a webhook, a row of private.outbox. Its `reason` is in brackets.
-- `refused` stands for one of three reasons, which refuse_mail decides. They are suppressed (the mailbox is
-- dead or wants no more mails), already_mailed (it got a mail today), and unpressed (nobody presses the links
-- in its mails). `ended` stands for sent, failed and cancelled.
--
--   before   after                        when                                   function
--   (new)    pending                      there is something to tell             accept_lead, …
--   (new)    held [suspected_bot, limit]  the submission is suspicious           accept_lead
--   (new)    cancelled [refused]          its mailbox must not get it            accept_lead
--   (new)    cancelled [in_digest]        a withdrawal waits for the digest      withdraw_consent
--   held     pending                      the operator releases it               requeue_messages
--   held     cancelled [refused]          the same; its mailbox must not get it  requeue_messages
--   held     cancelled [dropped]          the operator drops it                  requeue_messages
--   pending  sending                      a worker claims it for 50 seconds      claim_mails, claim_webhooks
--   pending  cancelled [suppressed]       the mailbox gets no more mails by now  claim_mails
--   pending  cancelled [outdated]         a reminder lost its reason             claim_mails
--   pending  cancelled [in_digest]        the budget of owner mails is spent     claim_mails
--   sending  as from pending              the worker did not come back in time   claim_mails, claim_webhooks
--   sending  sent                         the server took it                     settle_message
--   sending  pending                      the server refused it for now          settle_message
--   sending  pending                      attempt 1 or 2 gets no answer          settle_message
--   sending  failed [unanswered]          attempt 3 gets no answer               settle_message
--   sending  failed [rejected]            no such mailbox, or no such receiver   settle_message
--   sending  failed [expired]             it was queued more than 7 days ago     settle_message, begin_sweep
--   sent     failed [bounced]             the provider reports a dead address    record_mail_events
--   sent     failed [complained]          the provider reports a complaint       record_mail_events
--   sending  as from sent                 the report is earlier than the answer  record_mail_events
--   pending  as from sent                 an unanswered attempt had arrived      record_mail_events
--   failed   failed [complained]          the complaint comes after a bounce     record_mail_events
--   failed   pending                      the operator sends it again            requeue_messages
--   failed   cancelled [refused]          the same; its mailbox must not get it  requeue_messages
--   failed   cancelled [dropped]          the operator drops it                  requeue_messages
--   sent     pending                      the operator sends it once more        send_again
--   ended    pending                      the operator asks a person to confirm  ask_again
--   any      pending                      the next alert or seal mail is due     queue_owner_mail
--
-- Only mails are refused, suppressed, outdated, put into a digest or reported by the provider. An attempt
-- that the server refuses for now does not count as unanswered. However long no worker comes, a message stays
-- pending. A held message waits for the operator, and is deleted when keep_held is over. The alert and the
-- seal mail (the daily proof that no submission was changed) have one row each, which is used every day. A
-- message that is queued again gets a new id or a higher count of attempts. So no earlier worker settles it.
create domain private.message_status as text
  check (value in ('pending', 'sending', 'sent', 'failed', 'held', 'cancelled'));

-- Why a message has its status. The reason is null if the message is pending, sending or sent.
create domain private.message_reason as text
  check (value in (
    'suspected_bot', 'limit', 'rejected', 'unanswered', 'expired', 'bounced', 'complained', 'dropped',
    'already_mailed', 'suppressed', 'unpressed', 'outdated', 'in_digest'));

-- Due messages are claimed in the order of these values. `general` is for alerts, digests and seals, `first`
-- for first attempts, and `retry` for later ones. `last` is for messages of a source or mailbox with many
-- submissions, and for those that the operator requeued.
create type private.message_priority as enum (
  'general',
  'owner_first',
  'visitor_first',
  'owner_retry',
  'visitor_retry',
  'owner_last',
  'visitor_last',
  'webhook_first',
  'webhook_retry'
);


-- The states of a person's consent to text messages, for the phone number in private.leads.
-- Only `given` and `confirmed` allow texts. The column private.leads.consent derives the state from the times
-- in its row.
-- Nobody can send the form without ticking the box. While a submission is held, its tick does not count.
-- `unsettled` stands for (new), none, given and asked.
--
--   before     after      when                                        function
--   (new)      none       the submission is held, or from a preview   accept_lead
--   unsettled  given      the box is ticked; double_opt_in is off     accept_lead, release_submissions
--   unsettled  asked      the box is ticked; double_opt_in is on      accept_lead, release_submissions
--   withdrawn  asked      the box is ticked                           accept_lead, release_submissions
--   given      confirmed  the button behind a mailed link is pressed  confirm_lead
--   asked      confirmed  the same                                    confirm_lead
--   confirmed  confirmed  the box is ticked, for the same number      accept_lead, release_submissions
--   any        withdrawn  the person or the operator withdraws it     withdraw_consent
--
-- A change of double_opt_in changes no state. A link from before a withdrawal confirms nothing. The form
-- never changes the number of a person who has confirmed or withdrawn. If desk.take_over changes the number,
-- the tick of that submission counts, and the new number is not confirmed.
--
-- A number is free until it is stopped, whoever has it. A stop changes no person's consent, and the end of a
-- stop restores none.
--
--   before   after    when                                                          function
--   free     stopped  a text message from it asks for an end, in any wording        receive_text
--   free     stopped  the operator stops it                                         desk.stop_number
--   free     stopped  a person with it who has withdrawn is erased, or confirms     keep_number_stopped
--                     another number
--   stopped  free     START or UNSTOP comes from it, whoever stopped it             receive_text
--   stopped  free     the operator lifts the stop, with a note                      desk.lift_stop
--
-- The desk, the exports and the webhooks show what private.consent_state returns: `stopped` in place of any
-- other state if the number is stopped, and in place of `given` and `confirmed` if another person who has the
-- number has withdrawn and not confirmed since.
create domain private.consent as text
  check (value in ('none', 'asked', 'given', 'confirmed', 'withdrawn', 'stopped'));
