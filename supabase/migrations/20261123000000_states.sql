-- `private` has the tables, views and helper functions. The Data API does not expose it.
create schema private;

-- `desk` has the operator's functions. The Data API does not expose it.
-- To make a login for them: create role … in role lead_desk;
create schema desk;

-- `public` has only the functions that the site and the Edge Function call with a secret key.


-- The states of a message: a mail or webhook, a row of private.outbox. Its `reason` is in brackets.
--
--   before   after                        when                                  function
--   (new)    pending                      there is something to tell            accept_lead, …
--   (new)    held [suspected_bot, limit]  the submission is suspicious          accept_lead
--   (new)    cancelled [already_mailed]   the mailbox got a mail today          accept_lead
--   (new)    cancelled [suppressed]       the mailbox gets no more mails        accept_lead
--   (new)    cancelled [unpressed]        nobody presses the links it got      accept_lead
--   (new)    cancelled [in_digest]        a withdrawal waits for the digest     withdraw_consent
--   held     pending                      the operator releases it              requeue_messages
--   held     cancelled [already_mailed]   the same; the mailbox got one today   requeue_messages
--   held     cancelled [suppressed]       the same; it gets no more mails       requeue_messages
--   held     cancelled [unpressed]        the same; nobody presses its links   requeue_messages
--   held     cancelled [dropped]          the operator drops it                 requeue_messages
--   pending  sending                      a worker claims it                    claim_mails, claim_webhooks
--   pending  cancelled [suppressed]       the mailbox gets no more mails        claim_mails
--   pending  cancelled [outdated]         nobody is to be reminded any more     claim_mails
--   pending  cancelled [in_digest]        the owner's budget of mails is spent  claim_mails
--   sending  sending                      its lease ended; it is claimed again  claim_mails, claim_webhooks
--   sending  cancelled [suppressed]       its lease ended; the same             claim_mails
--   sending  cancelled [outdated]         its lease ended; the same             claim_mails
--   sending  cancelled [in_digest]        its lease ended; the budget is spent  claim_mails
--   sending  sent                         the server took it                    settle_message
--   sending  pending                      the attempt failed; it is sent again  settle_message
--   sending  failed [rejected]            there is no such mailbox              settle_message
--   sending  failed [unanswered]          three attempts got no answer          settle_message
--   sending  failed [expired]             seven days passed                     settle_message, begin_sweep
--   sent     failed [bounced]             the address is dead                   record_mail_events
--   sent     failed [complained]          the receiver reported it as spam      record_mail_events
--   sending  failed [one of the two]      the report comes before the answer    record_mail_events
--   pending  failed [one of the two]      an unanswered attempt had arrived     record_mail_events
--   failed   failed [complained]          the complaint comes after a bounce    record_mail_events
--   failed   pending                      the operator sends it again           requeue_messages
--   failed   cancelled [already_mailed]   the same; the mailbox got one today   requeue_messages
--   failed   cancelled [suppressed]       the same; it gets no more mails       requeue_messages
--   failed   cancelled [unpressed]        the same; nobody presses its links   requeue_messages
--   failed   cancelled [dropped]          the operator drops it                 requeue_messages
--   any      pending                      the operator asks for a confirmation  ask_again
--   sent     pending                      the operator sends it once more       send_again
--
-- Otherwise `cancelled` is final. Only the alert and the seal mail have one row each, which is
-- used again after a day.
create domain private.message_status as text
  check (value in ('pending', 'sending', 'sent', 'failed', 'held', 'cancelled'));

-- Why a message has its status. Null if it is pending, sending or sent.
create domain private.message_reason as text
  check (value in (
    'suspected_bot', 'limit', 'rejected', 'unanswered', 'expired', 'bounced', 'complained', 'dropped',
    'already_mailed', 'suppressed', 'unpressed', 'outdated', 'in_digest'));

-- The order in which due messages are claimed, and the kinds of messages that it is for.
-- general: alert, digest and seal. first: the first attempt. retry: a later attempt.
-- last: of a source or mailbox with many submissions, or requeued by the operator.
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
-- Only `given` and `confirmed` allow texts. private.leads.consent derives the state from times.
--
--   before   after       when                                           function
--   (new)    none        only bots or previews typed the address        accept_lead
--   any      given       the box is ticked; double_opt_in is off        accept_lead, release_submissions
--   any      asked       the box is ticked; double_opt_in is on, or     accept_lead, release_submissions
--                        the person has withdrawn and not confirmed
--   any      confirmed   the button behind the mailed link is pressed   confirm_lead
--   any      withdrawn   the link or the operator withdraws it          withdraw_consent
--
-- A confirmed consent stays confirmed if the box is ticked again. A change of double_opt_in changes no state.
--
-- private.consent_state returns `stopped` if nobody may text the number, whatever the person agreed to: it is
-- in private.stopped_numbers, or another person with the number has withdrawn and not confirmed.
--
--   a number    when                                                            function
--   stopped     a text message from it asks for an end, in any wording          receive_text
--   stopped     the operator stops it                                           desk.stop_number
--   stopped     a person who withdrew is erased or confirms another number      keep_number_stopped
--   free again  START or UNSTOP comes from it                                   receive_text
--   free again  the operator lifts the stop, with a note                        desk.lift_stop
create domain private.consent as text
  check (value in ('none', 'asked', 'given', 'confirmed', 'withdrawn', 'stopped'));
