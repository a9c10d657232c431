import type { Database } from './database/database.ts'
import { seedLeads } from './seed-leads.ts'

/**
 * Stores 60 people of the last 40 days, with all that a desk can show about them. Throws an error if the database has
 * leads already.
 */
export const seedDesk = (database: Pick<Database, 'transaction'>): Promise<unknown> =>
  database.transaction(async (query) => {
    const [known] = await query('select 1 from private.leads limit 1')
    if (known)
      throw new Error(
        'The desk has leads already. To start anew, delete the folder .local, or the one in LOCAL_DATA_DIR.',
      )
    // No lead may be later than now, in any time zone.
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await query(`${seedLeads(yesterday, { people: 60, days: 40 })} ${details}`)
  })

const numberOf = `right(id::text, 3)::integer`

const details = `
  update private.leads
  set variant = case when ${numberOf} % 2 = 0 then 'control' else 'no-degree' end,
    pressed_at = case when ${numberOf} % 3 = 1 then created_at + interval '20 minutes' end,
    begun_at = case when ${numberOf} % 4 > 0 then created_at + interval '3 minutes' end,
    watched_percent = case ${numberOf} % 4 when 1 then 25 when 2 then 75 when 3 then 100 end,
    outcome = case ${numberOf} % 12 when 7 then 'won' when 11 then 'lost' else 'open' end,
    outcome_value = case when ${numberOf} % 12 = 7 then 450 + 50 * (${numberOf} % 4) end,
    outcome_at = case when ${numberOf} % 12 in (7, 11) then least(created_at + interval '3 days', now()) end,
    call_again_on = case when ${numberOf} % 15 = 1 then current_date + ${numberOf} % 7 - 2 end
  where not suspected_bot and not preview;
  insert into private.consent_events (id, lead_id, number, kind, said_by, happened_at)
  select nextval('private.event_ids'), id, coalesce(phone_e164, phone), 'confirmed', 'link', consented_at + interval '20 minutes'
  from private.leads
  where ${numberOf} % 3 = 1 and not suspected_bot and not preview and consent <> 'withdrawn';
  insert into private.lead_notes (lead_id, kind, words, created_at)
  select leads.id, note.kind, note.words, created_at + later
  from private.leads,
    (values
      (1, 'called', 'No answer. Try again on Friday afternoon.', interval '5 hours'),
      (1, 'answered', 'Wants to talk to her partner first.', interval '9 hours'),
      (2, 'note', 'Asked about dates in spring.', interval '1 hour'),
      (4, 'met', 'Met at the breakfast for freelancers.', interval '8 hours')
    ) note (rest, kind, words, later)
  where ${numberOf} % 9 = note.rest and not suspected_bot;
  insert into private.funnel_counts (day, variant, campaign, event, hits)
  select current_date - day, variant, 'yt-shorts', 'page_viewed', 9 + day % 4
  from generate_series(1, 40) day, (values ('control'), ('no-degree')) tried (variant);
  insert into private.number_events (phone_e164, kind, happened_at, said_by, words)
  values
    ('+12025550107', 'stop', now() - interval '4 days', 'text message', 'STOP please'),
    ('+12025550142', 'stop', now() - interval '3 days', 'desk:postgres', null),
    ('+12025550142', 'lift', now() - interval '2 days', 'desk:postgres', 'She called and wants the texts again');
  insert into private.incoming_texts (sender, words, received_at)
  values ('+12025550163', 'Is this the training from YouTube?', now() - interval '6 hours');`
