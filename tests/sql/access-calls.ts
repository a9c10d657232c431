import { sampleLead } from './sample-lead.ts'

/** Sets the keys with which the calls below come. */
export const setKnownKeys =
  "update private.lead_claim_key set key = '00000000-0000-4000-8000-000000000000', report_key_hash = sha256('known')"

/** A call to every function that the service role may call. All arguments are valid. */
export const serviceCalls = {
  accept_lead: `(gen_random_uuid(), '${JSON.stringify(sampleLead())}')`,
  claim_mails: `(10, '{}')`,
  claim_webhooks: `(10, '{}')`,
  claim_ads: `(10, '00000000-0000-4000-8000-000000000000', 'meta:')`,
  settle_message: `(gen_random_uuid(), 1, 'sent')`,
  run_housekeeping: '()',
  due_steps: '()',
  set_report_key: `('00000000-0000-4000-8000-000000000000', 'known')`,
  set_ads: `('00000000-0000-4000-8000-000000000000', null)`,
  report_overdue_sweep: '()',
  asked_number: '(gen_random_uuid())',
  confirm_lead: `(gen_random_uuid(), '{"consent_text": "It is mine."}')`,
  begin_video: '(gen_random_uuid())',
  store_watched: '(gen_random_uuid(), 25)',
  may_watch: '(gen_random_uuid())',
  call_token: '(gen_random_uuid())',
  press_call: '(gen_random_uuid())',
  record_bookings: `('calendly', '[]', 'known')`,
  stop_lead: '(gen_random_uuid())',
  unsubscribe: `(gen_random_uuid(), 'link')`,
  record_mail_events: `('postmark', '[]', 'known')`,
  receive_text: `('+12015550123', 'STOP', 'stop', null, 'known')`,
  count_funnel_events: `('[{"event": "page_viewed", "hits": 1}]')`,
}

/** A call to every function that the role of the operator may call. */
const deskCalls = {
  list_leads: `('{"search": "ada", "mails": "held"}')`,
  count_exports: `('{"search": "ada", "mails": "held"}')`,
  show_lead: `(email => 'ada@example.org')`,
  list_origins: '()',
  attention: '()',
  list_failures: '()',
  newest_refusals: '()',
  read_settings: '()',
  change_settings: `('{}')`,
  count_expiring: `('{"keep_submissions": "1 year"}')`,
  overview: `('{2026-01-01,2026-01-02}', '2026-01-01', '2026-01-02', '2026-01-01', '2026-01-01', '2026-01-02')`,
  record_contact: `(gen_random_uuid(), 'called', 'no answer')`,
  take_back_contact: `(gen_random_uuid(), '{}')`,
  remove_note: '(gen_random_uuid())',
  say_booking: `(gen_random_uuid(), 'booked')`,
  bookings: '()',
  begin_act: `('a press')`,
  end_act: `(gen_random_uuid(), '{}', '/')`,
  drop_act: '(gen_random_uuid())',
  open_page: '()',
  set_keys: '(true)',
  list_choices: '()',
  hide_columns: `('{Mails}')`,
  set_view: `('Known', 'consent=given')`,
  digest_list: `('{"mails": "held"}')`,
  choose_people: `(gen_random_uuid(), '{}')`,
  send_again: `(gen_random_uuid(), 'visitor')`,
  unanswered_texts: '()',
  answer_text: '(gen_random_uuid(), false)',
  reopen_text: '(gen_random_uuid())',
  lead_health: '()',
  start_sweep: '()',
  sweep_answer: '(1)',
  verify_lead_evidence: '()',
  requeue_messages: '()',
  release_messages: '()',
  drop_messages: `('held')`,
  export_leads: `('sms', '{"search": "ada"}')`,
  download_lead: '(gen_random_uuid())',
  erase_lead: '(gen_random_uuid())',
  list_removals: '()',
  reapply_removals: `('none')`,
  withdraw_consent: '(gen_random_uuid())',
  stop_number: `('+12015550123')`,
  lift_stop: `('+12015550123', 'asked by phone')`,
  list_stops: '()',
  lift_suppression: `(gen_random_uuid(), 'bounced', 'asked by phone')`,
  ask_again: '()',
  take_over: '(gen_random_uuid())',
  correct_lead: `(gen_random_uuid(), phone => '+12015550199')`,
  undo_correction: '(gen_random_uuid())',
  end_webhooks: '()',
  funnel: '()',
  reminders: '()',
  variants: '()',
  time_zone: '()',
  list_log: '()',
  list_members: '()',
  add_member: `('ada', 'ada@team.example', 'reader')`,
  remove_member: `('gone')`,
  reset_member: `('lost')`,
  pin_member: `('lost', 'ABCDEF')`,
  set_web: `('https://project.test/auth/v1', 'a key')`,
  show_membership: '()',
}

/** A call to every function that the web may call. Auth's own role exists only where there is a sign-in. */
const webCalls = [
  { role: 'authenticated', name: 'public.desk', values: `('attention')` },
  { role: 'authenticated', name: 'public.desk_slow', values: `('variants')` },
  { role: 'anon', name: 'public.desk_try', values: `('a key', 'send', '192.0.2.0', 'ada@team.example')` },
  {
    role: 'supabase_auth_admin',
    name: 'public.admit_member',
    values: `('{"user": {"email": "ada@team.example"}}')`,
  },
]

/** The functions of the schema private that the owner of the doors calls. */
export const doorCalls = ['admit', 'call_desk', 'settle_call'].map(
  (name) => `lead_door calls private.${name}`,
)

/** A call to every function that the role of the backup may call. Where there are leads, a restore is refused. */
const backupCalls = {
  describe: '()',
  read_rows: `('leads')`,
  take_lines: `('leads', '{}')`,
  restore: `('{"tables": [], "sequences": []}', '')`,
}

/** All calls from these lists, each with the role that may make it. */
export const allCalls = [
  ...Object.entries(serviceCalls).map(([name, values]) => ({
    role: 'service_role',
    name: `public.${name}`,
    values,
  })),
  ...Object.entries(deskCalls).map(([name, values]) => ({ role: 'lead_desk', name: `desk.${name}`, values })),
  ...Object.entries(backupCalls).map(([name, values]) => ({
    role: 'lead_backup',
    name: `backup.${name}`,
    values,
  })),
  ...webCalls,
]
