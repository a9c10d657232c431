import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { settingWords } from '../../desk/core/settings.ts'
import { openDeskApp } from './open-desk-app.ts'

const { ask, lead, query, sameOrigin } = await openDeskApp()

/** Returns the fields of the form in the same way as a browser would send them. */
async function fields() {
  const { document } = parseHTML((await ask('GET', '/settings')).body)
  const inputs = [...document.querySelectorAll<HTMLInputElement>('form[action="/settings"] input')]
  const lists = [...document.querySelectorAll('form[action="/settings"] textarea')]
  return [
    ...inputs
      .filter((input) => input.getAttribute('type') !== 'checkbox' || input.hasAttribute('checked'))
      .map((input): [string, string] => [input.name, input.getAttribute('value') ?? '']),
    ...lists.map((list): [string, string] => [
      list.getAttribute('name') ?? '',
      (list.textContent ?? '').replaceAll('\n', '\r\n'),
    ]),
  ]
}

/** Returns the button that saves a setting, by the id of its section. */
const sectionOf = (name = 'time_zone') => settingWords.find(({ settings }) => name in settings)?.id ?? ''

/** Changes fields of the page, and presses the button of the section of the first of them. */
const post = async (changes: Record<string, string>) => {
  const section = sectionOf(Object.keys(changes)[0])
  const form = (await fields()).filter(([name]) => !(name in changes))
  form.push(['section', section])
  const body = new URLSearchParams([...form, ...Object.entries(changes)])
  return ask('POST', '/settings', sameOrigin, String(body))
}

test('the page has every setting of the table but what nobody should have to touch', async () => {
  const columns = await query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'private.lead_settings'::regclass and attnum > 0
      and attname !~ '(hold|refuse|busy)_after$' and attname not in ('singleton', 'created_at', 'mailbox_providers')
      order by 1`,
  )
  assert.deepEqual(
    [...new Set((await fields()).map(([name]) => name))]
      .filter((name) => name !== 'seen' && name !== 'press')
      .sort(),
    columns.map(({ name }) => name),
  )
})

test('a time that reaches before the calendar is refused beside its field, and stays as typed', async () => {
  const { status, body } = await post({ keep_submissions: '999999 years', keep_held: '999999 years' })
  assert.equal(status, 400)
  const { document } = parseHTML(body)
  for (const name of ['keep_submissions', 'keep_held']) {
    const field = document.querySelector(`input[name=${name}]`)
    assert.equal(field?.getAttribute('value'), '999999 years')
    assert.equal(field?.getAttribute('aria-invalid'), 'true')
  }
  assert.match(body, /“999999 years” is not a time of at least 1 day/)
})

test('the page tells the default of each length of time', async () => {
  const { body } = await ask('GET', '/settings')
  const [row] = await query<{ list: { kind: string; usual: string | null }[] }>(
    'select desk.read_settings() as list',
  )
  const lengths = row?.list.filter(({ kind }) => kind === 'interval') ?? []
  assert.ok(lengths.length > 3)
  const words = lengths.map(({ usual }) => usual?.replace(/\bmon\b/, 'month') ?? 'off')
  for (const usual of words) assert.ok(body.includes(`Default: ${usual};`), usual)
})

test('the setting of the reminder says who gets none', async () => {
  const { document } = parseHTML((await ask('GET', '/settings')).body)
  const about = document.querySelector('main')?.textContent ?? ''
  for (const words of [
    /have not begun the video, on the page or from their email/,
    /does not go to anybody who withdrew, wants no more emails, asked not to be tracked/,
  ])
    assert.match(about, words)
})

test('settings are saved by a plain post, and those that were not touched stay', async () => {
  const before = await query('select * from lead_settings')
  const told = async (answer: { headers: Record<string, string> }) =>
    parseHTML((await ask('GET', String(answer.headers.location))).body).document.querySelector(
      'p[role=status]',
    )?.textContent
  assert.equal(await told(await post({})), 'Nothing was changed.')
  assert.deepEqual(await query('select * from lead_settings'), before)
  const answer = await post({ seals_every: '', alert_held: 'false', owner_mails_per_hour: '500' })
  assert.equal(await told(answer), '3 settings are changed.')
  const [row] = await query(
    'select seals_every, alert_held as alerts, owner_mails_per_hour as mails from lead_settings',
  )
  assert.deepEqual(row, { seals_every: null, alerts: false, mails: 500 })
})

test('a value that is too short is told with an example in whole words', async () => {
  assert.match((await post({ keep_funnel: '1 day' })).body, /at least 1 month, such as “2 years 1 month”/)
})

test('each section saves its own settings, opens again, and keeps what was typed in another one', async () => {
  const read = () =>
    query('select keep_held::text as held, visitor_mails_per_minute as mails from lead_settings')
  const answer = await post({ keep_held: '60 days', visitor_mails_per_minute: '600' })
  assert.equal(answer.status, 200)
  const { document } = parseHTML(answer.body)
  assert.deepEqual(await read(), [{ held: '60 days', mails: 240 }])
  const open = (page: Document) =>
    [...page.querySelectorAll('details[open] h2')].map(({ textContent }) => textContent)
  assert.deepEqual(open(document), ['Emails to visitors', 'How long data is kept'])
  assert.match(document.querySelector('details[open] #kept')?.textContent ?? '', /^1 setting is changed\. /)
  assert.equal(document.querySelector('#visitor_mails_per_minute')?.getAttribute('value'), '600')

  // The page that came back still knows what it had shown in the other section.
  await query('update lead_settings set visitor_mails_per_minute = 300')
  const inputs = [...document.querySelectorAll<HTMLInputElement>('#visitors input, input[name=seen]')]
  const form = inputs.map((input): [string, string] => [input.name, input.getAttribute('value') ?? ''])
  const late = await ask(
    'POST',
    '/settings',
    sameOrigin,
    String(new URLSearchParams([...form, ['section', 'visitors']])),
  )
  assert.match(late.body, /A colleague has changed this to “300”/)
  const alert = parseHTML(late.body).document.querySelector('main [role=alert]')?.textContent ?? ''
  assert.match(alert, /^Nothing was saved/)
  assert.doesNotMatch(alert, /wrong/)
  await query('update lead_settings set visitor_mails_per_minute = 240')

  const { headers } = await post({ keep_held: '30 days' })
  assert.deepEqual(open(parseHTML((await ask('GET', headers.location ?? '')).body).document), [
    'How long data is kept',
  ])
  assert.deepEqual(open(parseHTML((await ask('GET', '/settings')).body).document), [])
  assert.equal((await ask('POST', '/settings', sameOrigin, 'keep_held=9+days')).status, 303)
  assert.deepEqual(await read(), [{ held: '30 days', mails: 240 }])
})

test('each switch is turned on and off by itself', async () => {
  for (const name of ['double_opt_in', 'measure_watching', 'alert_held']) {
    const read = async () => (await query<Record<string, unknown>>('select * from lead_settings'))[0] ?? {}
    const before = await read()
    for (const isOn of [!before[name], Boolean(before[name])]) {
      assert.equal((await post({ [name]: String(isOn) })).status, 303)
      assert.deepEqual(await read(), { ...before, [name]: isOn })
    }
  }
})

test('a wrong value is named at its field with what was typed, and nothing is saved', async () => {
  const answer = await post({ owner_mails_per_hour: 'many', alert_held: 'true' })
  assert.equal(answer.status, 400)
  const { document } = parseHTML(answer.body)
  const field = document.querySelector('input[name=owner_mails_per_hour]')
  assert.deepEqual([field?.getAttribute('value'), field?.getAttribute('aria-invalid')], ['many', 'true'])
  assert.match(
    document.getElementById('owner_mails_per_hour-about')?.textContent ?? '',
    /^“many” is not a whole number from 1 to 100000\./,
  )
  assert.ok(document.querySelector('input[type=checkbox][name=alert_held][checked]'))
  assert.deepEqual(await query('select alert_held from lead_settings'), [{ alert_held: false }])
})

test('colleagues are set by one address in each line, and the owner is told of each change', async () => {
  const read = () => query('select also_notify from lead_settings')
  const told = () =>
    query(`select contents -> 'added' as added from outbox where contents ? 'added' order by sequence`)
  const two = ['ada@example.org', 'bob@example.org']
  assert.equal((await post({ also_notify: two.join('\r\n') })).status, 303)
  assert.deepEqual(await read(), [{ also_notify: two }])
  assert.equal((await post({})).status, 303)
  assert.deepEqual(await told(), [{ added: two }])

  const answer = await post({ also_notify: 'ada@example.org\r\neve@' })
  assert.equal(answer.status, 400)
  const { document } = parseHTML(answer.body)
  const field = document.querySelector('textarea[name=also_notify]')
  assert.deepEqual(
    [field?.textContent?.trim().split(/\s+/), field?.getAttribute('aria-invalid')],
    [['ada@example.org', 'eve@'], 'true'],
  )
  assert.match(
    document.getElementById('also_notify-about')?.textContent ?? '',
    /^“eve@” is not an email address\..*at most 5\.$/,
  )
  assert.deepEqual([await read(), (await told()).length], [[{ also_notify: two }], 1])
})

const seen = async () => (await fields()).find(([name]) => name === 'seen')?.[1] ?? ''
const send = (form: Record<string, string>, section = 'owner') =>
  ask('POST', '/settings', sameOrigin, String(new URLSearchParams({ ...form, section })))

test('a page that is older than a colleague’s change does not take it back, and says so where both changed the same', async () => {
  const old = Object.fromEntries(await fields())
  await query('update lead_settings set owner_mails_per_hour = 77, alert_held = not alert_held')
  const now = await query('select owner_mails_per_hour, alert_held from lead_settings')
  assert.equal((await send({ ...old, seals_every: '8 days' })).status, 303)
  assert.deepEqual(await query('select owner_mails_per_hour, alert_held from lead_settings'), now)

  const answer = await send({ ...old, owner_mails_per_hour: '55' })
  assert.equal(answer.status, 400)
  const { document } = parseHTML(answer.body)
  assert.match(
    document.getElementById('owner_mails_per_hour-about')?.textContent ?? '',
    /^A colleague has changed this to “77”/,
  )
  assert.equal(document.querySelector('input[name=owner_mails_per_hour]')?.getAttribute('value'), '55')
  assert.equal((await send({ owner_mails_per_hour: '55', seen: await seen() })).status, 303)
})

test('each time that a field offers can be saved as it is, and a zone is picked from all', async () => {
  const { document } = parseHTML((await ask('GET', '/settings')).body)
  const offered = (name: string) =>
    [
      ...document.querySelectorAll(
        `#${document.querySelector(`input[name=${name}]`)?.getAttribute('list')} option`,
      ),
    ].map((option) => option.getAttribute('value') ?? '')
  const before = await query('select * from lead_settings')
  const intervals = await query<{ name: string }>(
    `select column_name as name from information_schema.columns
    where table_name = 'lead_settings' and data_type = 'interval'`,
  )
  for (const { name } of intervals) {
    const times = offered(name)
    assert.ok(times.length > 2, name)
    for (const time of times) {
      assert.equal((await post({ [name]: time })).status, 303, `${name} ${time}`)
      const [stored] = await query(`select ${name} = '${time}'::interval as "is" from lead_settings`)
      assert.deepEqual(stored, { is: true })
    }
  }
  assert.ok(offered('time_zone').includes('America/New_York'))
  const columns = intervals.map(({ name }) => name)
  await query(
    `update lead_settings set (${columns}) = (select ${columns.map((name) => `(old ->> '${name}')::interval`)}
    from (select $1::jsonb as old) given)`,
    [before[0]],
  )
})

test('a shorter retention says how many people it deletes, and wants it typed', async () => {
  for (const name of ['eve', 'fay'])
    await query('select accept_lead(gen_random_uuid(), $1)', [{ ...lead, email: `${name}@example.org` }])
  await query('select run_housekeeping()')
  await query(`update lead_seals set sealed_at = now() - interval '2 years'`)
  await query(`select accept_lead(gen_random_uuid(), $1)`, [
    { ...lead, email: 'fay@example.org', phone: '2' },
  ])
  const kept = () => query('select keep_submissions::text as kept from lead_settings')
  const before = await kept()
  const shorter = async (deletes = '') =>
    send({ keep_submissions: '1 year', seen: await seen(), ...(deletes && { deletes }) }, 'kept')
  for (const wrong of ['', 'yes', 'delete 1 person']) {
    const answer = await shorter(wrong)
    assert.equal(answer.status, 400)
    const alert = parseHTML(answer.body).document.querySelector('[role=alert]')
    assert.equal(alert?.querySelector('input')?.getAttribute('value') ?? '', wrong)
    assert.match(alert?.textContent ?? '', /^This deletes 2 people and 3 submissions .*type delete 2 people$/)
    assert.deepEqual(await kept(), before)
  }
  assert.equal((await shorter('delete 2 people')).status, 303)
  assert.deepEqual(await kept(), [{ kept: '1 year' }])
  await query('select run_housekeeping()')
  assert.deepEqual(await query('select email from leads'), [{ email: 'fay@example.org' }])
  // Nothing more expires, so a longer or an equal time asks nothing.
  assert.equal((await send({ keep_submissions: '2 years', seen: await seen() }, 'kept')).status, 303)
})

test('also what is kept of people on hold, of networks and of the funnel is deleted only after its number was typed', async () => {
  await query('delete from leads; delete from funnel_counts')
  for (const name of ['gus', 'hal', 'ida'])
    await query('select accept_lead(gen_random_uuid(), $1, $2)', [
      { ...lead, email: `${name}@example.org` },
      { suspected_bot: name === 'gus', ip_hash: 'aa', user_agent: 'Browser' },
    ])
  await query('select run_housekeeping()')
  await query(`update lead_seals set sealed_at = now() - interval '40 days'`)
  await query(`alter table lead_submissions disable trigger lead_submissions_written_once;
    update lead_submissions set created_at = now() - interval '9 days' where email = 'gus@example.org';
    alter table lead_submissions enable trigger lead_submissions_written_once`)
  await query(`insert into funnel_counts (day, variant, event, hits)
    select current_date - age, 'control', 'page_viewed', 1 from unnest('{0,60,61,62}'::integer[]) age`)
  const questions: [Record<string, string>, string, string][] = [
    [
      { keep_held: '7 days' },
      'This deletes 1 person and 1 submission within minutes, and the evidence of consent.',
      'delete 1 person',
    ],
    [
      { keep_traces: '30 days' },
      'This deletes 2 traces of networks and browsers within minutes.',
      'delete 2 traces',
    ],
    [{ keep_funnel: '1 month' }, 'This deletes 3 days of the funnel within minutes.', 'delete 3 days'],
    [
      { keep_held: '7 days', keep_traces: '30 days', keep_funnel: '1 month' },
      'This deletes 1 person, 1 submission, 2 traces of networks and browsers, and 3 days of the funnel within minutes, and the evidence of consent.',
      'delete 1 person',
    ],
  ]
  const stored = () => query('select keep_held, keep_traces, keep_funnel from lead_settings')
  const before = await stored()
  for (const [changes, text, words] of questions) {
    const answer = await send({ ...changes, seen: await seen() }, 'kept')
    assert.equal(answer.status, 400)
    const alert = parseHTML(answer.body).document.querySelector('[role=alert]')
    assert.equal(alert?.querySelector('strong')?.textContent, text)
    assert.match(alert?.textContent ?? '', new RegExp(`type ${words}$`))
    assert.deepEqual(await stored(), before)
  }
  const [all] = questions.at(-1) ?? []
  const answer = await send({ ...all, seen: await seen(), deletes: 'delete 1 person' }, 'kept')
  assert.equal(answer.status, 303)
  await query('select run_housekeeping()')
  assert.deepEqual(
    await query(`select email as left, user_agent as with from lead_submissions
      union all select 'days', count(*)::text from funnel_counts order by 1`),
    [
      { left: 'days', with: '1' },
      { left: 'hal@example.org', with: null },
      { left: 'ida@example.org', with: null },
    ],
  )
})
