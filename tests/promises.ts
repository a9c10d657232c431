import { filesOf } from './kinds.ts'
import { firstLanes } from './stages.ts'

/**
 * A promise of the product, and a change that breaks it. In `file`, `find` is replaced with `replace`. Then the test
 * must fail.
 */
export type Promised = { says: string; file: string; find: string; replace: string; test: string }

const unit = (file: string) => `node --test ${file}`
const database = (file: string) => `node tests/kit/with-postgres.ts node --test --test-isolation=none ${file}`
const deno =
  'deno test --quiet --no-check --no-prompt -RWES --allow-run --allow-net=127.0.0.1,localhost,0.0.0.0,nowhere.invalid --node-modules-dir=manual --cached-only'
const edge = (file: string) =>
  `node tests/kit/with-postgres.ts ${deno} supabase/functions/send-lead-email/${file}`
const browser = (spec: string, title: string) => `playwright test -c e2e e2e/${spec}.spec.ts -g '${title}'`

const build = 'node build/run.ts --test --if-changed'

/** The promises of README.md, docs/ and the comments in the code, each in its words. */
export const promises: Record<string, Promised> = {
  'stale build': {
    says: 'CONTRIBUTING: build the page first if a source or a setting has changed since the last build',
    file: 'build/build-inputs.ts',
    find: '[...buildSources, ...otherInputs]',
    replace: '[...otherInputs]',
    test: unit('build/build-inputs.test.ts'),
  },
  'accept lock': {
    says: "README: 'Success!' appears only once the lead and its two mails are stored",
    file: 'supabase/schemas/09_accept.sql',
    find: '  perform pg_advisory_xact_lock(hashtextextended(accept_lead.submission_id::text, 0));\n',
    replace: '',
    test: database('tests/sql/races/submissions.test.ts'),
  },
  'claim lock': {
    says: 'operate: An address gets only one mail a day; the limits of mails are kept',
    file: 'supabase/schemas/16_claim.sql',
    find: "  perform pg_advisory_xact_lock(hashtextextended('claim_mails', 0));\n",
    replace: '',
    test: database('tests/sql/races/queue.test.ts'),
  },
  fencing: {
    says: 'architecture: a worker that comes too late changes nothing',
    file: 'supabase/schemas/17_settle.sql',
    find: "    and message.attempts = settle_message.attempt\n    and message.status = 'sending'\n  returning",
    replace: "    and message.status = 'sending'\n  returning",
    test: database('tests/sql/outbox-contents.test.ts tests/sql/mailbox.test.ts tests/sql/sweep.test.ts'),
  },
  toast: {
    says: 'spec 9: Toast durations are library defaults of 4 or 5 seconds',
    file: 'components/ui/sonner.tsx',
    find: 'const toastOptions = {',
    replace: 'const toastOptions = {\n  duration: Number.POSITIVE_INFINITY,',
    test: browser('toast', 'go by themselves'),
  },
  'three toasts': {
    says: 'spec 9: with up to 3 shown at once',
    file: 'components/ui/sonner.tsx',
    find: '        theme="dark"\n',
    replace: '        theme="dark"\n        visibleToasts={4}\n',
    test: browser('toast', 'three toasts'),
  },
  'evidence of a native post': {
    says: 'README: Each submission is sealed with the consent text that the visitor saw; it works without JavaScript',
    file: 'lib/lead/posted-fields.ts',
    find: 'const maxOtherLength = 100',
    replace: 'const maxOtherLength = 20',
    test: unit('lib/lead/posted-fields.test.ts'),
  },
  'privacy signal': {
    says: 'operate: It does not count browsers that send a do-not-track setting',
    file: 'components/loader/loader-script.ts',
    find: "  if (!browser.globalPrivacyControl && browser.doNotTrack !== '1') countSteps()",
    replace: '  countSteps()',
    test: browser('funnel', 'tells and sends nothing'),
  },
  'page that others change': {
    says: 'decisions: the loader takes all changes back for the moment in which React hydrates, and then makes them again',
    file: 'components/loader/loader-script.ts',
    find: '    cleanEmail()\n    keepChanges()\n',
    replace: '    cleanEmail()\n',
    test: browser('changed-page', 'the form is kept'),
  },
  'translated options': {
    says: 'lead-form.tsx: A translator may change the text of an option, but not its value',
    file: 'components/lead/lead-form.tsx',
    find: '<option key={code} value={code}>',
    replace: '<option key={code}>',
    test: browser('changed-page', 'the form is kept'),
  },
  'consent unticked': {
    says: 'spec 3: consent, boolean, default false',
    file: 'components/loader/loader-script.ts',
    find: '        if (consent) consent.checked = false\n',
    replace: '',
    test: browser('dialog', 'unticked whenever'),
  },
  'consent to the text that was shown': {
    says: 'README: Each submission is sealed with the consent text that the visitor saw',
    file: 'lib/lead/consent-shown.ts',
    find: "hash('sha256', shown)",
    replace: "hash('sha256', version)",
    test: unit('lib/lead/consent-shown.test.ts'),
  },
  'consent required': {
    says: 'spec 5: The consent checkbox is required',
    file: 'supabase/functions/_shared/lead.ts',
    find: 'consent: z.literal(true, fieldMessages.consent)',
    replace: 'consent: z.boolean()',
    test: unit('lib/lead/lead-schema.test.ts'),
  },
  'one click': {
    says: 'README: It respects a no',
    file: 'supabase/functions/send-lead-email/mail/visitor.ts',
    find: "  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',\n",
    replace: '',
    test: edge('unsubscribe.test.ts'),
  },
  gate: {
    says: 'spec 1: A visitor must submit a contact form to unlock an intro video',
    file: 'app/page-metadata.tsx',
    find: "  alternates: { canonical: '/' },",
    replace: "  alternates: { canonical: '/' },\n  other: { video: '/sample/training.mp4' },",
    test: build,
  },
  'success after the commit': {
    says: "README: 'Success!' appears only once the lead and its two mails are stored",
    file: 'supabase/functions/send-lead-email/handler.ts',
    find: 'const { status, reminds, stored_id } = await database.acceptLead(',
    replace:
      "const { status, reminds, stored_id } = { status: 'created', reminds: false, stored_id: submissionId } as const\n    void database.acceptLead(",
    test: edge('handler.test.ts'),
  },
  'success at the page': {
    says: 'spec 8: Lead submit fails: the dialog stays open, the video stays locked',
    file: 'lib/lead/send-lead.ts',
    find: "  if ('code' in answer) logFailure('lead_not_sent', answer.code, submissionId)\n  else if (submissionId) return",
    replace:
      "  if ('code' in answer) logFailure('lead_not_sent', answer.code, submissionId)\n  if (submissionId) return",
    test: unit('lib/lead/send-lead.test.ts'),
  },
  'key in the browser': {
    says: 'deploy: the secret key stays on the server',
    file: 'lib/lead/submit-lead.ts',
    find: "return { status: 'sent', videoUrl: videoUrl(), captions: captions(), beginToken }",
    replace:
      "return { status: 'sent', videoUrl: videoUrl(), captions: captions(), beginToken, key: process.env.SUPABASE_SECRET_KEY } as LeadAnswer",
    test: browser('secrets', 'no client file'),
  },
  'reload locks': {
    says: 'spec 4: A reload locks the video again',
    file: 'components/training-gate.tsx',
    find: "useState<UnlockedVideo | null>(state.status === 'sent' ? state : null)",
    replace: `useState<UnlockedVideo | null>(
    state.status === 'sent' ? state : JSON.parse(globalThis.sessionStorage?.getItem('video') ?? 'null'))
  if (video) globalThis.sessionStorage?.setItem('video', JSON.stringify(video))`,
    test: browser('submit', 'a reload locks'),
  },
  'text of the 404': {
    says: "spec 2: Text 'Oops! Page not found' and a link 'Return to Home'",
    file: 'site/copy.ts',
    find: "text: 'Oops! Page not found'",
    replace: "text: 'Page not found'",
    test: unit('tests/checks/copy.test.ts'),
  },
  'copyright year': {
    says: 'spec 9: Copyright year: 2025',
    file: 'site/copy.ts',
    find: '© 2025',
    replace: '© 2026',
    test: unit('tests/checks/copy.test.ts'),
  },
  'processing label': {
    says: "spec 9: Processing label: 'Processing...'",
    file: 'site/copy.ts',
    find: "submitting: 'Processing...'",
    replace: "submitting: 'Processing…'",
    test: unit('tests/checks/copy.test.ts'),
  },
  'error toast': {
    says: "spec 8: 'There was a problem submitting your information. Please try again.'",
    file: 'site/copy.ts',
    find: 'There was a problem submitting your information. Please try again.',
    replace: 'Something went wrong. Please try again.',
    test: unit('tests/checks/copy.test.ts'),
  },
  'YouTube id': {
    says: 'spec 9: YouTube video id length: 11 characters',
    file: 'lib/video/hosts/youtube.ts',
    find: 'const leadingId = /^([\\w-]{11})',
    replace: 'const leadingId = /^([\\w-]{10,11})',
    test: unit('lib/video/parse-video-source.test.ts'),
  },
  'texting export': {
    says: 'README: Exports for texting then leave this person out',
    file: 'desk/core/conversions.ts',
    find: "use === 'sms' ? lead.text_fault",
    replace: "use === 'sms' ? reasons[lead.consent] ? null : lead.text_fault",
    test: database('tests/desk/desk-exports.test.ts'),
  },
  'number of an erased person': {
    says: 'operate: A stopped or withdrawn number also stays, so that nobody texts it again',
    file: 'supabase/schemas/02_numbers.sql',
    find: '  on conflict (message_id) do nothing;\n$$;',
    replace:
      "  on conflict (message_id) do nothing;\n  delete from private.number_events where said_by = 'withdrawal';\n$$;",
    test: database('tests/sql/stopped-numbers.test.ts'),
  },
  'log without an address': {
    says: 'architecture: no log has personal data',
    file: 'supabase/functions/send-lead-email/handler.ts',
    find: '{ submission: submissionId })',
    replace: '{ submission: submissionId, email: lead.email })',
    test: edge('handler.test.ts'),
  },
  'key of the desk': {
    says: 'operate: The address contains a key, so that other users of this machine cannot open it',
    file: 'machine/guard.ts',
    find: 'if (isKnown) return next()',
    replace: 'if (isKnown || key) return next()',
    test: database('tests/desk/desk-guard.test.ts'),
  },
  'missing secret': {
    says: 'deploy: without its secret key the site does not start',
    file: 'lib/env-schema.ts',
    find: '  SUPABASE_SECRET_KEY: secretKey,\n  SITE_SECRET',
    replace: '  SUPABASE_SECRET_KEY: z.optional(secretKey),\n  SITE_SECRET',
    test: unit('lib/env-schema.test.ts'),
  },
  'written once': {
    says: 'README: npm run verify reports every later change',
    file: 'supabase/schemas/03_submissions.sql',
    find: "    raise exception 'lead_submissions is written once' using errcode = 'restrict_violation';",
    replace: '    return new;',
    test: database('tests/sql/accept-lead.test.ts'),
  },
  'one mail a day': {
    says: 'operate: An address gets only one mail a day',
    file: 'supabase/schemas/05_suppress.sql',
    find: "    then 'already_mailed'\n",
    replace: "    and false then 'already_mailed'\n",
    test: database('tests/sql/mailbox.test.ts'),
  },
  'no more emails': {
    says: 'operate: No more emails ends all mails to an address',
    file: 'supabase/schemas/05_suppress.sql',
    find: "    when private.is_suppressed(address) then 'suppressed'\n",
    replace: '',
    test: database('tests/sql/suppress.test.ts'),
  },
  'formulas in a file': {
    says: 'operate: so that spreadsheets do not run them as formulas',
    file: 'desk/core/csv.ts',
    find: '[=+\\-@＝＋－＠]`',
    replace: '[=\\-@＝＋－＠]`',
    test: unit('tests/desk/csv.test.ts'),
  },
  'three mails that nobody answers': {
    says: 'operate: A mailbox gets no more mails if it got three within 30 days and nobody pressed a button',
    file: 'supabase/schemas/05_suppress.sql',
    find: "    when private.is_unpressed(private.mailbox_key(address)) then 'unpressed'\n",
    replace: '',
    test: database('tests/sql/unpressed.test.ts'),
  },
  'age of a confirmation link': {
    says: 'operate: Its link works for 30 days',
    file: 'supabase/schemas/09_links.sql',
    find: "    and coalesce(mail.claimed_at, now()) > now() - interval '30 days'\n",
    replace: '',
    test: database('tests/sql/confirmation-token.test.ts tests/sql/double-opt-in.test.ts'),
  },
  'confirmation after a withdrawal': {
    says: 'operate: The consent is valid again when the person has submitted the form again and confirmed the number',
    file: 'supabase/schemas/09_links.sql',
    find: 'and not coalesce(person.withdrawn_at > asked.created_at, false)',
    replace: 'and true',
    test: database('tests/sql/withdraw.test.ts'),
  },
  'held submissions': {
    says: 'operate: After 30 days the submission is deleted',
    file: 'supabase/schemas/20_retention.sql',
    find: 'where submission.held and submission.created_at < now() - settings.keep_held',
    replace: 'where false',
    test: database('tests/sql/retention.test.ts'),
  },
  'digest of a rush': {
    says: 'operate: More than 100 leads came in an hour, so you got the rest in one email',
    file: 'supabase/schemas/16_claim.sql',
    find: '      perform private.digest_mails(chosen);\n',
    replace: '',
    test: database('tests/sql/digest.test.ts'),
  },
  'submission with a past date': {
    says: 'operate: Adds a submission with a past date: it is detected',
    file: 'supabase/schemas/07_verify.sql',
    find: "submission.entered_at < interval '-1 hour'",
    replace: "submission.entered_at < interval '-100 years'",
    test: database('tests/sql/tampering.test.ts'),
  },
  'conversions of people who withdrew': {
    says: 'operate: These files leave out people who withdrew',
    file: 'supabase/schemas/03_submissions.sql',
    find: "  when state <> all (private.consents_of('may-be-texted')) then state\n",
    replace: '',
    test: database('tests/sql/may-be-texted.test.ts'),
  },
  'related videos': {
    says: 'spec 5: The YouTube embed also turns off related videos',
    file: 'lib/video/hosts/youtube.ts',
    find: "rel: '0'",
    replace: "rel: '1'",
    test: unit('lib/video/embed-url.test.ts'),
  },
  "change of the colleagues' list": {
    says: 'operate: Every change of the list is mailed to OWNER_EMAIL, with the login that made it',
    file: 'supabase/schemas/04_outbox.sql',
    find: "values ('notice', jsonb_build_object('added', added, 'removed', removed, 'by', session_user));",
    replace:
      "select 'notice', jsonb_build_object('added', added, 'removed', removed, 'by', session_user) where false;",
    test: database('tests/sql/colleagues.test.ts'),
  },
  'last day of an export': {
    says: 'operate: Exports include the first and the last day',
    file: 'desk/core/period.ts',
    find: 'until: isOver ? write(startOf(last, 1)) : null',
    replace: 'until: isOver ? write(startOf(last)) : null',
    test: database('tests/desk/overview-zone.test.ts'),
  },
  'field that only bots fill in': {
    says: 'operate: Looks like a bot: the form came within two seconds, or the invisible field was filled',
    file: 'lib/lead/lead-context.ts',
    find: "suspectedBot: textField(form, 'topic') !== '' || isTooFast,",
    replace: 'suspectedBot: isTooFast,',
    test: unit('lib/lead/lead-context.test.ts'),
  },
  'exit code of a fault': {
    says: 'operate: A command exits with 1 if it finds a fault',
    file: 'desk/cli/run-command.ts',
    find: 'if (evidence.faults.length > 0) context.exitCode = 1',
    replace: 'if (evidence.faults.length > 0) context.exitCode = 0',
    test: database('tests/desk/verify.test.ts'),
  },
  'press from another site': {
    says: 'route.ts: A press of a button counts only if it comes from a page of this site',
    file: 'app/link/[kind]/[token]/[act]/route.ts',
    find: 'return isOwn',
    replace: 'return true',
    test: browser('cross-site', 'presses no button'),
  },
  'campaign of a lead': {
    says: 'operate: Find the best source: the campaign at which a visitor arrived comes with the lead',
    file: 'components/loader/loader-script.ts',
    find: "      formData.set('arrival', arrival)\n",
    replace: '',
    test: browser('arrival', 'the campaign survives'),
  },
  'broken scripts': {
    says: 'README: It works without JavaScript',
    file: 'components/lead/lead-form.tsx',
    find: '      method="post"\n',
    replace: '',
    test: browser('slow-script', 'when the scripts cannot be loaded'),
  },
  'corrected number': {
    says: 'operate: Nobody agreed to texts to a corrected number, so it may be texted only after the person has confirmed it',
    file: 'supabase/schemas/11_correct.sql',
    find: "    confirmed_at = case when made.field = 'email' then lead.confirmed_at end,",
    replace: '    confirmed_at = lead.confirmed_at,',
    test: database('tests/sql/correct-lead.test.ts'),
  },
  'links after a correction': {
    says: 'operate: Links in earlier mails go on working',
    file: 'supabase/schemas/11_correct.sql',
    find: "    confirmed_at = case when made.field = 'email' then lead.confirmed_at end,",
    replace:
      "    secret = gen_random_uuid(), confirmed_at = case when made.field = 'email' then lead.confirmed_at end,",
    test: database('tests/sql/correct-lead.test.ts'),
  },
  'correction that is taken back': {
    says: 'operate: Take it back restores what was there before',
    file: 'supabase/schemas/11_correct.sql',
    find: "confirmed_at = case when made.field = 'phone' then made.confirmed_before else person.confirmed_at end",
    replace: "confirmed_at = case when made.field <> 'phone' then person.confirmed_at end",
    test: database('tests/sql/correct-lead.test.ts'),
  },
  'correction told to the CRM': {
    says: 'deploy: lead.updated: the data of the person changed for another reason',
    file: 'supabase/schemas/05_told.sql',
    find: "person -> 'name', person -> 'email', person -> 'phone'",
    replace: "person -> 'name', person -> 'phone'",
    test: database('tests/sql/correct-lead.test.ts'),
  },
  'words in each language': {
    says: 'deploy: meaning.ts recognises other wordings too',
    file: 'supabase/functions/send-lead-email/texts/opt-out-words.ts',
    find: "  th: 'หยุด|หยุดส่ง|ยกเลิก|เลิกส่ง|พอแล้ว|ไม่ต้องส่ง|หยุดส่งข้อความ|ไม่ต้องส่งมา|เลิกส่งข้อความ|อย่าส่งมา|อย่าส่งข้อความ',\n",
    replace: '',
    test: edge('texts/meaning.test.ts'),
  },
  'changes from upstream': {
    says: 'deploy: The second command keeps yours in a merge',
    file: '.gitattributes',
    find: 'source-digest.ts linguist-generated merge=generated',
    replace: 'source-digest.ts linguist-generated',
    test: unit('tests/checks/upstream.test.ts'),
  },
  'mail that bounced': {
    says: 'operate: Your next digest names the person',
    file: 'supabase/schemas/18_mail-events.sql',
    find: '      digest_id = coalesce(mail.digest_id, private.open_digest())',
    replace: '      digest_id = mail.digest_id',
    test: database('tests/sql/mail-events.test.ts'),
  },
  'secret of another database': {
    says: 'operate: With another one, these addresses get mails again, and npm run doctor says so',
    file: 'supabase/schemas/29_health.sql',
    find: '      where since < created_at\n',
    replace: '      where false\n',
    test: database('tests/sql/lead-health.test.ts'),
  },
  'outcome on an old page': {
    says: '24_person.sql: If the person has another outcome by now, nothing is changed',
    file: 'supabase/schemas/24_person.sql',
    find: '  where id = person and outcome_at is not distinct from known;',
    replace: '  where id = person;',
    test: database('tests/sql/desk-person.test.ts'),
  },
  'verdict of a call': {
    says: 'operate: One key says what a call led to, and the next person appears',
    file: 'desk/core/calls.ts',
    find: "'no answer': tomorrow()",
    replace: "'no answer': null",
    test: database('tests/desk/desk-calls.test.ts'),
  },
  'number of pages': {
    says: 'pages.tsx: The page’s number in words, such as Page 2 of 3',
    file: 'desk/web/pages/leads/pages.tsx',
    find: 'Math.ceil(count / perPage)',
    replace: 'Math.floor(count / perPage)',
    test: database('tests/desk/desk-list.test.ts'),
  },
  'seal mail once a week': {
    says: 'operate: They come once a week unless you set another time in the desk',
    file: 'supabase/schemas/21_sweep.sql',
    find: 'queued_at >= now() - every',
    replace: 'queued_at >= now() - every / 7',
    test: database('tests/sql/told-seal.test.ts'),
  },
  'key of the database in a build': {
    says: 'deploy: If you give it to a build, the build fails',
    file: 'lib/env-schema.ts',
    find: '  SUPABASE_DB_URL: z.optional(\n    z.never(',
    replace: '  SUPABASE_DB_URL: z.optional(\n    z.unknown(',
    test: unit('lib/env-schema.test.ts'),
  },
  'removals in the seal mail': {
    says: 'operate: The mail lists the newest 500 removals of the last 35 days',
    file: 'supabase/schemas/21_sweep.sql',
    find: "private.list_removals(now() - interval '35 days', 500)",
    replace: "private.list_removals(now() - interval '7 days', 500)",
    test: database('tests/sql/told-seal.test.ts'),
  },
  'mailbox that gets mails again': {
    says: 'operate: Who gets no more emails is marked in the list; if a person asks you for mails again, run this command',
    file: 'supabase/schemas/25_filter.sql',
    find: 'select true\n        from private.suppressed_mailboxes suppressed',
    replace: 'select true\n        from private.mailbox_events suppressed',
    test: database('tests/sql/desk-list.test.ts'),
  },
  'words of an erased person': {
    says: 'operate: A stopped number also stays in private.number_events, without any words',
    file: 'supabase/schemas/20_retention.sql',
    find: '  update private.number_events set words = null, message_id = null where phone_e164 = any (numbers);\n',
    replace: '',
    test: database('tests/sql/number-events.test.ts tests/sql/stopped-numbers.test.ts'),
  },
  'sale of a lead that was lost': {
    says: 'operate: A lead that you have set to Won has a second line with the time and the value',
    file: 'desk/core/conversions.ts',
    find: "sale && outcome === 'won' && wonAt",
    replace: 'sale && wonAt',
    test: database('tests/desk/desk-exports.test.ts'),
  },
  'login in a webhook': {
    says: 'payload.ts: Leaves out the database login of the operator',
    file: 'supabase/functions/send-lead-email/webhook/payload.ts',
    find: "row.withdrawn_by.replace(/:.*/, '')",
    replace: 'row.withdrawn_by',
    test: edge('webhook/send.test.ts'),
  },
  'new secret of the webhook': {
    says: 'deploy: To change the secret, first set both the new and the old one',
    file: 'supabase/functions/send-lead-email/webhook/send.ts',
    find: 'const keys = secrets.map(',
    replace: 'const keys = secrets.slice(0, 1).map(',
    test: edge('webhook/send.test.ts'),
  },
  'receiver that is gone': {
    says: 'deploy: If it answers 410, its address gets no more posts',
    file: 'supabase/functions/send-lead-email/webhook/send.ts',
    find: "if (status === 410) return { outcome: 'rejected'",
    replace: "if (status === 410) return { outcome: 'deferred'",
    test: edge('webhook/send.test.ts'),
  },
  'secrets and the programs of others': {
    says: 'world.ts: A program gets the token of its own company and no other secret',
    file: 'desk/setup/world.ts',
    find: 'own.filter(([name]) => name === token || !isSecret(name))',
    replace: 'own',
    test: unit('desk/setup/world.test.ts'),
  },
  'secrets in a message': {
    says: 'throw-failure.ts: mask takes the secrets out of what the program printed',
    file: 'desk/setup/throw-failure.ts',
    find: 'const printed = mask(`',
    replace: 'const printed = String(`',
    test: unit('desk/setup/throw-failure.test.ts'),
  },
  'withdrawal after a restore': {
    says: 'operate: It also undoes every erasure, withdrawal, stop and No more emails since the backup. Repeat these removals',
    file: 'supabase/schemas/20_retention.sql',
    find: "and at > coalesce(person.confirmed_at, '-infinity')",
    replace: "and at > coalesce(person.consented_at, '-infinity')",
    test: database('tests/sql/restore.test.ts'),
  },
  'chain that was made anew': {
    says: 'operate: recomputes all seals: npm run verify with a mailed seal reports it',
    file: 'supabase/schemas/07_verify.sql',
    find: "number = mailed_number and encode(hash, 'hex') is distinct from lower(mailed_hash)",
    replace: 'number = mailed_number and mailed_hash is null',
    test: database('tests/sql/tampering.test.ts'),
  },
  'reminder to whoever began': {
    says: 'operate: People who have not started the video get one more mail',
    file: 'supabase/schemas/08_remind.sql',
    find: '  return person.begun_at is null\n    and private.consent_state',
    replace: '  return private.consent_state',
    test: database('tests/sql/remind.test.ts'),
  },
  'receiver after a restore': {
    says: 'deploy: After a backup was restored, the receiver is told again about everybody in it',
    file: 'supabase/schemas/20_retention.sql',
    find: '  insert into private.untold_changes (is_repeat) values (true);\n',
    replace: '',
    test: database('tests/sql/told-changes.test.ts'),
  },
  'a no during the first webhook': {
    says: 'decisions: the sweep queues a webhook wherever what was told is no longer true',
    file: 'supabase/schemas/05_told.sql',
    find: 'where change.id = any (changes) and private.is_told(person.id)',
    replace:
      'where change.id = any (changes) and exists (select from private.told_leads where lead_id = person.id and consent is not null)',
    test: database('tests/sql/races/withdrawals.test.ts'),
  },
  'mailbox in a file': {
    says: 'operate: Who gets no more emails is marked in the list, in the files and on the person’s page',
    file: 'desk/core/csv.ts',
    find: "toYes(!lead.refuses_mails),\n  'Phone as typed'",
    replace: "toYes(true),\n  'Phone as typed'",
    test: unit('tests/desk/csv.test.ts'),
  },
  'mails to one domain': {
    says: 'operate: For one domain, one IP address gets the mails of 20 people within ten minutes',
    file: 'supabase/schemas/08_limits.sql',
    find: "    when source_domain_hits > limits.domain_hold_after then 'limit'\n",
    replace: '',
    test: database('tests/sql/rate-limits.test.ts'),
  },
  'number of colleagues': {
    says: 'operate: To tell up to five colleagues about each lead',
    file: 'supabase/schemas/01_settings.sql',
    find: 'find_address_fault(also_notify, 5)',
    replace: 'find_address_fault(also_notify, 50)',
    test: database('tests/sql/settings.test.ts'),
  },
}

/** Returns the name of the stage of `npm test` that runs the test of a promise. */
export const stageOf = ({ test }: Promised) =>
  firstLanes
    .flat()
    .find((stage) =>
      'kinds' in stage
        ? stage.kinds.flatMap(filesOf).some((file) => test.includes(file))
        : stage.command === test,
    )?.name
