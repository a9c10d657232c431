-- Returns a person as the list shows them: the columns of leads and
--   campaign, variant       of the first submission, which is as old as the person; null where it is not kept any longer
--   submissions             how many there are; confirmations are not counted
--   changes                 how many of them gave other data than the record has, and did not change it
--   latest_at               when the latest was made
--   suspected_bot, preview  whether the latest was
--   mails                   those of the latest: [{kind, status, attempts, last_error, due_at, sent_at}, …]
--   dead, held              how many mails of all submissions are
--   confirmed_at            when the person confirmed, by the link in their mail, what the record has
create or replace function desk.describe_lead(person public.leads) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(person) || told.submissions || jsonb_build_object(
    'mails', coalesce(jsonb_agg(jsonb_build_object('kind', mail.kind, 'status', mail.status, 'attempts', mail.attempts,
        'last_error', mail.last_error, 'due_at', mail.due_at, 'sent_at', mail.sent_at) order by array_position(array['visitor', 'owner', 'webhook'], mail.kind))
      filter (where mail.submission_id = told.latest), '[]'),
    'dead', count(*) filter (where mail.status = 'dead'),
    'held', count(*) filter (where mail.status = 'held'),
    'confirmed_at', (
      select max(created_at) from public.lead_submissions where lead_id = person.id and confirms is not null
        and (name, phone, country_code) = (person.name, person.phone, person.country_code)))
  from (
    select (array_agg(id order by created_at desc))[1] as latest, jsonb_build_object(
      'campaign', (array_agg(campaign) filter (where created_at = person.created_at))[1],
      'variant', (array_agg(variant) filter (where created_at = person.created_at))[1],
      'submissions', count(*),
      'changes', count(*) filter (where not applied and not preview
        and (name, phone, country_code) <> (person.name, person.phone, person.country_code)),
      'latest_at', max(created_at),
      'suspected_bot', (array_agg(suspected_bot order by created_at desc))[1],
      'preview', (array_agg(preview order by created_at desc))[1]) as submissions
    from public.lead_submissions where lead_id = person.id and confirms is null
  ) told
  left join public.lead_emails mail on mail.lead_id = person.id
  group by told.latest, told.submissions;
$$;
