import type { Database } from './database/database.ts'
import { seedLeads } from './seed-leads.ts'

export const seededPeople = 320

/** The last 100 days, so that last month and the one before are whole. Throws if there are leads already. */
export const seedDesk = (database: Pick<Database, 'transaction'>): Promise<unknown> =>
  database.transaction(async (query) => {
    const [known] = await query('select 1 from private.leads limit 1')
    if (known)
      throw new Error(
        'The desk has leads already. To start over, delete the folder .local, or the one in LOCAL_DATA_DIR.',
      )
    await query(`${seedLeads(new Date().toISOString(), { people: seededPeople, days: 100 })} ${details}`)
  })

const numberOf = `right(id::text, 3)::integer`

const details = `
  update private.lead_settings set currency = 'USD';

  update private.leads
  set
    pressed_at = case when ${numberOf} % 3 = 1 then created_at + interval '20 minutes' end,
    outcome = case ${numberOf} % 13 when 7 then 'won' when 11 then 'lost' else 'open' end,
    outcome_value = case when ${numberOf} % 13 = 7 then 450 + 50 * (${numberOf} % 9) end,
    outcome_at = case when ${numberOf} % 13 in (7, 11) then least(created_at + interval '3 days', now()) end,
    call_again_on = case
      when ${numberOf} % 15 = 1 and ${numberOf} % 13 not in (7, 11)
        then private.day_of(now()) + ${numberOf} % 7 - 2
    end
  where not (suspected_bot or preview);

  insert into private.consent_events (id, lead_id, number, kind, said_by, happened_at)
  select
    nextval('private.event_ids'),
    id,
    coalesce(phone_e164, phone),
    'confirmed',
    'link',
    created_at + interval '20 minutes'
  from private.leads
  where ${numberOf} % 5 < 2
    and not (suspected_bot or preview)
    and consent <> 'withdrawn';

  -- After the withdrawal, these people ticked the box again.
  insert into private.consent_events (id, lead_id, number, kind, said_by, happened_at)
  select nextval('private.event_ids'), id, coalesce(phone_e164, phone), 'asked', 'form', withdrawn_at + interval '1 hour'
  from private.leads
  where consent = 'withdrawn' and ${numberOf} % 4 = 2;

  -- Whoever was won or lost had a call before. The others are at each step on the way to one.
  create temp table calls as
  select
    id,
    ${numberOf} % 13 as remainder,
    least(created_at + interval '25 minutes', now()) as pressed_at,
    least(created_at + interval '30 minutes', now()) as booked_at,
    case
      when ${numberOf} % 13 in (7, 11) then outcome_at - interval '90 minutes'
      when ${numberOf} % 13 = 9 then least(created_at + interval '2 days', now() - interval '2 hours')
      when created_at > now() - interval '6 days' then date_trunc('hour', now()) + ${numberOf} % 5 * interval '1 day' + interval '19 hours'
      else created_at + interval '2 days'
    end as starts_at
  from private.leads
  where ${numberOf} % 13 in (0, 2, 5, 7, 8, 9, 11) and not (suspected_bot or preview);

  insert into private.booking_events (lead_id, kind, booking, starts_at, ends_at, said_by, said_at)
  select
    id,
    kind,
    case when kind <> 'pressed' then 'https://api.calendly.com/scheduled_events/' || id end,
    case when kind = 'booked' then starts_at end,
    case when kind = 'booked' then starts_at + interval '30 minutes' end,
    case when kind = 'pressed' then 'link' else 'calendly' end,
    case kind
      when 'pressed' then pressed_at
      when 'booked' then booked_at
      when 'no-show' then greatest(starts_at + interval '40 minutes', booked_at)
      else greatest(booked_at + interval '1 minute', least(booked_at + interval '5 hours', now()))
    end
  from calls,
    lateral (
      values ('pressed', true), ('booked', remainder not in (0, 8)), ('no-show', remainder = 9), ('cancelled', remainder = 5)
    ) said (kind, was_said)
  where was_said;
  drop table calls;

  insert into private.lead_notes (lead_id, kind, words, created_at)
  select leads.id, note.kind, note.words, least(created_at + later, now())
  from private.leads,
    (values
      (1, 'called', 'No answer. Try again on Friday afternoon.', interval '5 hours'),
      (1, 'answered', 'Wants to talk to her partner first.', interval '9 hours'),
      (2, 'note', 'Asked about dates in spring.', interval '1 hour'),
      (4, 'met', 'Met at the breakfast for freelancers.', interval '8 hours')
    ) note (remainder, kind, words, later)
  where ${numberOf} % 9 = note.remainder and not suspected_bot;

  insert into private.number_events (phone_e164, kind, happened_at, said_by, words)
  values
    ('+12025550107', 'stop', now() - interval '4 days', 'text message', 'STOP please'),
    ('+12025550142', 'stop', now() - interval '3 days', 'desk:postgres', null),
    ('+12025550142', 'lift', now() - interval '2 days', 'desk:postgres', 'She called and wants the texts again');

  insert into private.incoming_texts (sender, words, received_at)
  values ('+12025550163', 'Is this the training from YouTube?', now() - interval '6 hours');`
