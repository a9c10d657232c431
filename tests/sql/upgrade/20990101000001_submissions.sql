-- Visitors lock several tables, in several orders. A migration that changes two of them would deadlock with one.
set lock_timeout = '500ms';

alter table private.lead_submissions add column nickname text not null default '';
