import { sampleLead } from './sample-lead.ts'

/** A call to every function that the service role may call. All arguments are valid. */
export const serviceCalls = {
  accept_lead: `(gen_random_uuid(), '${JSON.stringify(sampleLead())}')`,
  claim_mails: `(10, '{}')`,
  claim_webhooks: `(10, '{}')`,
  settle_message: `(gen_random_uuid(), 1, 'sent')`,
  run_housekeeping: '()',
  report_overdue_sweep: '()',
  asked_number: '(gen_random_uuid())',
  confirm_lead: `(gen_random_uuid(), '{"consent_text": "It is mine."}')`,
  begin_video: '(gen_random_uuid())',
  store_watched: '(gen_random_uuid(), 25)',
  may_watch: '(gen_random_uuid())',
  stop_lead: '(gen_random_uuid())',
  unsubscribe: `(gen_random_uuid(), 'link')`,
  record_mail_events: `('postmark', '[]')`,
  receive_text: `('+12015550123', 'STOP', 'stop')`,
  count_funnel_events: `('[{"event": "page_viewed", "hits": 1}]')`,
}

/** A call to every function that the role of the operator may call. */
const deskCalls = {
  list_leads: `('ada', mail_state => 'held')`,
  count_exports: `('ada', mail_state => 'held')`,
  show_lead: `(email => 'ada@example.org')`,
  list_origins: '()',
  attention: '()',
  list_failures: '()',
  read_settings: '()',
  change_settings: `('{}')`,
  count_expiring: `('{"keep_submissions": "1 year"}')`,
  overview: `('{2026-01-01,2026-01-02}', '2026-01-01', '2026-01-02', '2026-01-01', '2026-01-01', '2026-01-02')`,
  add_note: `(gen_random_uuid(), 'called', 'no answer')`,
  remove_note: '(gen_random_uuid())',
  call_again: `(gen_random_uuid(), '2026-12-01')`,
  set_outcome: `(gen_random_uuid(), 'won', 1200)`,
  send_again: `(gen_random_uuid(), 'visitor')`,
  unanswered_texts: '()',
  answer_text: '(gen_random_uuid(), false)',
  lead_health: '()',
  start_sweep: '()',
  sweep_answer: '(1)',
  verify_lead_evidence: '()',
  requeue_messages: '()',
  forget_lead: '(gen_random_uuid())',
  list_removals: '()',
  reapply_removals: `('none')`,
  withdraw_consent: '(gen_random_uuid())',
  stop_number: `('+12015550123')`,
  lift_stop: `('+12015550123', 'asked by phone')`,
  list_stops: '()',
  lift_suppression: `(gen_random_uuid(), 'asked by phone')`,
  ask_again: '()',
  take_over: '(gen_random_uuid())',
  correct_lead: `(gen_random_uuid(), phone => '+12015550199')`,
  undo_correction: '(gen_random_uuid())',
  end_webhooks: '()',
  funnel: '()',
  reminders: '()',
  variants: '()',
  time_zone: '()',
}

/** All calls from both lists, each with the role that may make it. */
export const allCalls = [
  ...Object.entries(serviceCalls).map(([name, values]) => ({
    role: 'service_role',
    name: `public.${name}`,
    values,
  })),
  ...Object.entries(deskCalls).map(([name, values]) => ({ role: 'lead_desk', name: `desk.${name}`, values })),
]
