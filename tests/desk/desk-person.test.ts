import assert from 'node:assert/strict'
import { parseHTML } from 'linkedom'
import { testOnEmpty } from '../sql/test-on-empty.ts'
import { commandIn } from './command-in.ts'
import { openDeskApp } from './open-desk-app.ts'
import { personActs } from './person-acts.ts'

const { ask, lead, query, sameOrigin, url } = await openDeskApp()
let person: { id: string } | undefined
let erase = ''

/** Defines a test that starts with one lead. */
const test = (title: string, work: () => Promise<unknown>) =>
  testOnEmpty({ query })(title, async () => {
    await query('select accept_lead(gen_random_uuid(), $1)', [lead])
    person = (await query<{ id: string }>('select id from leads'))[0]
    erase = `/leads/${person?.id}/erase`
    await work()
  })

test('a confirmation is not counted as another submission', async () => {
  await query(`insert into lead_submissions (id, lead_id, content_hash, name, email, phone, country_code, consent, confirms, created_at)
    select gen_random_uuid(), lead_id, '', name, email, phone, country_code, true, id, now() from lead_submissions`)
  const page = (await ask('GET', `/leads/${person?.id}`)).body
  assert.match(page, />1 sign-up and 1 confirmation</)
  const titles = [...parseHTML(page).document.querySelectorAll('ol h3')].map(({ textContent }) => textContent)
  assert.deepEqual(titles, ['Number confirmed', 'Email to you', 'Email to the visitor', 'Filled in the form'])
  assert.match((await ask('GET', erase)).body, /<li>1 sign-up and 1 confirmation with the evidence/)
  assert.match(await personActs(url).evidence(lead.email), /Sign-ups +1 sign-up and 1 confirmation\n/)
})

test('an email that came back, and an address that gets no more emails, ask for a call', async () => {
  await query(
    `update outbox set status = 'sent', reason = null, claimed_at = now() where kind = 'visitor' and lead_id = $1`,
    [person?.id],
  )
  await query(
    `select record_mail_events('postmark', jsonb_build_array(jsonb_build_object(
       'id', '1', 'kind', 'bounced hard', 'mailbox', email, 'at', now()))) from leads where id = $1`,
    [person?.id],
  )
  const { body } = await ask('GET', `/leads/${person?.id}`)
  assert.match(body, /No more emails: the address is dead. Call instead/)
  assert.match(body, /The email came back: .* Call instead, and correct the address on their page\./)
  assert.match((await ask('GET', '/mails')).body, /The email came back/)
  await query(`update mailbox_events set reason = 'complained', said_by = 'ses'`)
  assert.match(
    (await ask('GET', `/leads/${person?.id}`)).body,
    /No more emails: reported as spam. Call instead/,
  )
  const [seen] = await query<{ id: string }>('select id from mailbox_events')
  const sendsAgain = async (isPreview: boolean) => {
    await query(`alter table lead_submissions disable trigger lead_submissions_written_once;
      update lead_submissions set preview = ${isPreview} where lead_id = '${person?.id}';
      alter table lead_submissions enable trigger lead_submissions_written_once`)
    return (await ask('GET', `/leads/${person?.id}`)).body.includes('Send failed emails again')
  }
  // The emails of a preview go to the owner, so they can be sent again.
  assert.deepEqual([await sendsAgain(true), await sendsAgain(false)], [true, false])
  const lift = `/leads/${person?.id}/lift-mails`
  const long = 'x'.repeat(1001)
  const refused = String((await ask('POST', lift, sameOrigin, `note=${long}`)).headers.location)
  assert.match((await ask('GET', refused)).body, new RegExp(`at most 1,000.*You had entered “${long}”`))
  const gets = async (mailbox: string) => (await ask('GET', `/leads?mailbox=${mailbox}`)).body
  assert.match(await gets('no-more-emails'), />no more emails<\/span>/)
  assert.match(await gets('gets-emails'), /Nobody matches/)
  assert.equal(
    (await ask('POST', lift, sameOrigin, `note=She+called&reason=complained&known=${seen?.id}`)).status,
    303,
  )
  const { body: lifted } = await ask('GET', `/leads/${person?.id}`)
  assert.doesNotMatch(lifted, /No more emails: /)
  assert.match(lifted, /Emails go out again \(before: complained, since .*She called/)
  assert.doesNotMatch(await gets('gets-emails'), />no more emails<\/span>/)
  assert.match(await gets('no-more-emails'), /Nobody matches/)
  await query('delete from lead_notes')
})

test('a note about a person is shown, taken back, and in neither export nor evidence', async () => {
  const press = async (name: string, body: string, id = person?.id) => {
    const { headers } = await ask('POST', `/leads/${id}/${name}`, sameOrigin, body)
    const { document } = parseHTML((await ask('GET', String(headers.location))).body)
    return document.querySelector('main [role=status]')?.textContent ?? ''
  }
  assert.equal(await press('contact', 'kind=called&words=rings+%3Cat%3E+noon'), '<b>Ann</b>: called.')
  const { body } = await ask('GET', `/leads/${person?.id}`)
  const [shown] = parseHTML(body).document.querySelectorAll('ol li')
  assert.match(shown?.textContent ?? '', /^Called.*, by the ownerrings <at> noonRemove…/)
  assert.match((await ask('GET', '/leads')).body, />called \d+ [A-Z][a-z]{2}</)
  assert.match(await press('contact', 'kind=shouted&words=x'), /^Nothing was saved: no button was pressed\./)
  assert.match(
    await press('contact', `kind=note&words=${'x'.repeat(10_001)}`),
    /^Nothing was saved: a note has at most 10,000 letters, and this one has 10,001\./,
  )
  assert.equal(await press('contact', 'kind=met', '00000000-0000-0000-0000-000000000000'), '')
  const run = commandIn({ SUPABASE_DB_URL: url })
  assert.doesNotMatch((await run('leads', '--csv')).out, /noon/)
  assert.doesNotMatch(await personActs(url).evidence(lead.email), /noon/)
  const id = shown?.querySelector('input[name=remove]')?.getAttribute('value')
  assert.equal(await press('notes', `remove=${id}`), 'The note is deleted.')
  assert.doesNotMatch((await ask('GET', `/leads/${person?.id}`)).body, /noon/)
  assert.match(
    await press('contact', 'kind=note&words=+'),
    /^Nothing was saved: write what was said, or change the day or the outcome\./,
  )
  assert.deepEqual(await query('select 1 from lead_notes'), [])
})

test('an outcome is set, taken back and filtered, and an old page changes nothing', async () => {
  const path = `/leads/${person?.id}`
  const shown = async (address = path) => parseHTML((await ask('GET', address)).body).document
  /** Presses a button of a form of the page, and returns the next page. */
  async function press(page: Document, form: string, changes: Record<string, string> = {}) {
    const found = page.querySelector(form)
    const fields = [...(found?.querySelectorAll('input') ?? [])].map((field) => [
      field.name,
      field.getAttribute('value') ?? '',
    ])
    const body = new URLSearchParams({ ...Object.fromEntries(fields), kind: 'note', ...changes })
    const { headers } = await ask('POST', found?.getAttribute('action') ?? '', sameOrigin, String(body))
    return shown(headers.location)
  }
  const form = 'form[aria-label=Contact]'
  const undoing = 'form:has(input[name=contact])'
  const old = await shown()
  const won = await press(old, form, { outcome: 'won', value: '1200.50' })
  assert.match(won.querySelector('[role=status]')?.textContent ?? '', /: won, 1,200\.50\.$/)
  assert.match(won.querySelector('main')?.textContent ?? '', /won, 1,200\.50/)
  const refused = await press(old, form, { outcome: 'lost', value: '' })
  assert.match(refused.querySelector('[role=status]')?.textContent ?? '', /somebody else/)
  const lostValue = await press(old, form, { outcome: 'won', value: '77.5' })
  assert.match(lostValue.querySelector('[role=status]')?.textContent ?? '', /You had entered “77\.5”\.$/)
  assert.match(lostValue.querySelector('[data-typed]')?.getAttribute('data-typed') ?? '', /"value":"77\.5"/)
  assert.match((await ask('GET', '/leads?outcome=won')).body, />won, 1,200\.50</)
  assert.match((await ask('GET', '/leads?outcome=lost')).body, /Nobody matches/)
  assert.match((await ask('GET', '/')).body, /Won<.*>1,200\.50<.*>1 of the leads</)
  const lost = await press(await shown(), form, { outcome: 'lost', value: '1200.5' })
  const undo = await press(lost, undoing)
  assert.match(undo.querySelector('main')?.textContent ?? '', /: nothing changed.*won, 1,200\.50/)
  const open = await press(await press(undo, form, { outcome: 'open' }), undoing)
  assert.match(open.querySelector('main')?.textContent ?? '', /won, 1,200\.50/)
  const wrong = await press(open, form, { outcome: 'won', value: '12,00,50' })
  assert.match(
    wrong.querySelector('[role=status]')?.textContent ?? '',
    /^Nothing was saved: “12,00,50” is not an amount of money/,
  )
})

test('the evidence and all that is stored are one click each, in files whose names tell nobody', async () => {
  const { document } = parseHTML((await ask('GET', `/leads/${person?.id}`)).body)
  const files = [...document.querySelectorAll('form[action^="/leads/"]')]
    .map((form) => [form.getAttribute('method')?.toUpperCase() ?? '', form.getAttribute('action') ?? ''])
    .filter(([, path]) => /\.(txt|json)$/.test(path ?? ''))
  // Verifying all seals takes long, so no link begins it.
  assert.deepEqual(
    files.map(([method]) => method),
    ['POST', 'GET'],
  )
  assert.equal((await ask('GET', `/leads/${person?.id}/evidence.txt`)).status, 404)
  const [evidence, stored] = await Promise.all(
    files.map(([method = '', path = '']) => ask(method, path, sameOrigin)),
  )
  const name = (answer?: { headers: Record<string, string> }) => answer?.headers['content-disposition']
  assert.equal(name(evidence), `attachment; filename="evidence-${person?.id}.txt"`)
  assert.match(evidence?.body ?? '', /^Evidence of consent\n=+\n\nPerson +<b>Ann<\/b> <ann@example\.org>\n/)
  assert.equal(name(stored), `attachment; filename="stored-${person?.id}.json"`)
  const { email, secret, notes, history } = JSON.parse(stored?.body ?? '')
  assert.deepEqual([email, secret, notes.length, history.length], [lead.email, undefined, 0, 1])
  const { document: erasure } = parseHTML((await ask('GET', erase)).body)
  assert.ok(erasure.querySelector(`form[method=post][action="${files[0]?.[1]}"]`))
  for (const [method = '', path = ''] of files)
    assert.equal((await ask(method, path, { 'sec-fetch-site': 'cross-site' })).status, 403, path)
})

test('a person is erased only after the address was typed, and the desk says what was deleted', async () => {
  await ask('POST', `/leads/${person?.id}/contact`, sameOrigin, 'kind=met&words=at+the+fair')
  assert.equal((await query('select 1 from lead_notes')).length, 1)
  assert.equal((await ask('POST', erase, sameOrigin, 'email=bob@example.org')).status, 400)
  assert.equal((await query('select 1 from leads')).length, 1)
  const gone = await ask('POST', erase, sameOrigin, 'email=ANN@example.org')
  assert.equal(gone.status, 303)
  assert.equal((await query('select 1 from leads')).length, 0)
  assert.equal((await query('select 1 from lead_notes')).length, 0)
  const { body } = await ask('GET', String(gone.headers.location))
  assert.match(body, /The person is erased\. Deleted: 1 sign-up; 2 emails\.</)
})

test('a mistyped number is corrected and taken back, and an impossible one gets a sentence', async () => {
  const own = `/leads/${person?.id}`
  const tell = async (path: string, body: string) => {
    const { headers } = await ask('POST', `${own}${path}`, sameOrigin, body)
    return (await ask('GET', headers.location ?? '')).body
  }
  assert.match(await tell('/correct', 'phone=12'), /“12” is not a phone number/)
  assert.match(await tell('/correct', 'email=nobody'), /“nobody” is not an email address/)
  const corrected = await tell('/correct', 'phone=201%E2%80%91555%E2%80%910199')
  assert.match(corrected, /The number is now \+12015550199\. Nobody there has agreed/)
  const [event] = parseHTML(corrected).document.querySelectorAll('ol li')
  assert.match(event?.textContent ?? '', /^Number corrected.*→ \+12015550199/)
  const stale = `phone=2015550123&known=${encodeURIComponent(lead.phone)}`
  assert.match(await tell('/correct', stale), /somebody else has corrected the record/)
  const undo = event?.querySelector('form')
  const id = undo?.querySelector('input[name=correction]')?.getAttribute('value')
  assert.match(await tell('/correct', `correction=${id}`), /The correction is taken back/)
  const evidence = async () => (await ask('POST', `${own}/evidence.txt`, sameOrigin)).body
  assert.doesNotMatch(await evidence(), /Corrections of the record/)
  assert.match(await tell('/correct', 'email=right%40example.org'), /The address is now right@example\.org\./)
  assert.match(await evidence(), /Corrections of the record\n-+\n\n.*: email from .* to right@example\.org/)
})

test('an address that may be mistyped is asked about, and a correction has its undo beside it', async () => {
  const own = `/leads/${person?.id}`
  const show = async (fields: Record<string, string>) => {
    const { headers } = await ask('POST', `${own}/correct`, sameOrigin, String(new URLSearchParams(fields)))
    return parseHTML((await ask('GET', headers.location ?? '')).body).document
  }
  const record = async () => (await query<{ email: string }>('select email from leads'))[0]?.email
  const known = lead.email
  for (const [email, choices] of [
    ['a@b', ['a@b']],
    ['noone@exmple', ['noone@exmple']],
    ['ann@gmial.com', ['ann@gmail.com', 'ann@gmial.com']],
  ] as const) {
    const page = await show({ email, known })
    assert.match(page.querySelector('[role=status]')?.textContent ?? '', /^Nothing was changed yet: “/)
    const buttons = [...page.querySelectorAll('button[name=sure]')]
    assert.deepEqual(
      buttons.map((button) => button.getAttribute('value')),
      choices,
    )
    assert.equal(await record(), lead.email)
  }
  const page = await show({ email: 'ann@gmial.com', known, sure: 'ann@gmail.com' })
  assert.match(page.querySelector('[role=status]')?.textContent ?? '', /The address is now ann@gmail\.com\./)
  assert.equal(await record(), 'ann@gmail.com')
  const undo = page.querySelector('[role=status] ~ form')
  assert.equal(undo?.getAttribute('action'), `${own}/correct`)
  const fields = [...(undo?.querySelectorAll('input[type=hidden]') ?? [])].map((input): [string, string] => [
    input.getAttribute('name') ?? '',
    input.getAttribute('value') ?? '',
  ])
  await show(Object.fromEntries(fields))
  assert.equal(await record(), lead.email)
})

test('somebody without a name is called by their address, on their page and where they are erased', async () => {
  await query(`update leads set name = ''`)
  const titleOf = async (path: string) =>
    parseHTML((await ask('GET', path)).body).document.querySelector('h1')?.textContent
  assert.deepEqual(
    [await titleOf(`/leads/${person?.id}`), await titleOf(erase)],
    [lead.email, `Erase ${lead.email}?`],
  )
})
