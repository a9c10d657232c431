import assert from 'node:assert/strict'
import { parseHTML } from 'linkedom'
import { testOnEmpty } from '../sql/test-on-empty.ts'
import { openDeskApp } from './open-desk-app.ts'

const { ask, lead: invalid, query, sameOrigin } = await openDeskApp()
const phone = '+12015550123'
const lead = { ...invalid, phone_e164: phone }
let person: { id: string } | undefined
let own = ''

/** Defines a test that starts with one lead. */
const test = (title: string, work: () => Promise<unknown>) =>
  testOnEmpty({ query })(title, async () => {
    await query('select accept_lead(gen_random_uuid(), $1)', [lead])
    person = (await query<{ id: string }>('select id from leads'))[0]
    own = `/leads/${person?.id}`
    await work()
  })

const read = async (path: string) => parseHTML((await ask('GET', path)).body).document

/** Presses this button on a page: posts its form with the button and these fields. Returns the page that follows. */
async function press(path: string, button: RegExp, fields: Record<string, string> = {}) {
  const found = [...(await read(path)).querySelectorAll<HTMLButtonElement>('main form button')].find((one) =>
    button.test(one.getAttribute('aria-label') ?? one.textContent ?? ''),
  )
  const form = found?.closest('form')
  assert.ok(form, `${path} has no button ${button}`)
  const inputs = [...form.querySelectorAll<HTMLInputElement>('input:not([type=radio]:not([checked]))')].map(
    (input) => [input.name, input.getAttribute('value') ?? ''],
  )
  const body = new URLSearchParams({
    ...Object.fromEntries(inputs),
    ...(found?.name && { [found.name]: found.getAttribute('value') ?? '' }),
    ...fields,
  })
  const answer = await ask('POST', form.getAttribute('action') ?? '', sameOrigin, String(body))
  assert.equal(answer.status, 303)
  return read(String(answer.headers.location))
}

/** Returns what a form sends, with these changes. */
function bodyOf(form: Element | null, changes: Record<string, string> = {}) {
  const inputs = [...(form?.querySelectorAll('input:not([type=radio]:not([checked]))') ?? [])]
  const values = inputs.map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? ''])
  return String(new URLSearchParams({ ...Object.fromEntries(values), ...changes }))
}

/** Sends a form, and returns the page that follows. */
async function post(form: Element | null, changes: Record<string, string> = {}) {
  const { headers } = await ask('POST', form?.getAttribute('action') ?? '', sameOrigin, bodyOf(form, changes))
  return read(String(headers.location))
}

const noticeIn = (page: Document) => page.querySelector('p[role=status]')?.textContent ?? ''

test('a person is asked to confirm the number by a click, and nobody else is', async () => {
  await query('select accept_lead(gen_random_uuid(), $1)', [{ ...lead, email: 'bob@example.org' }])
  await query(
    `update outbox set status = 'sent', attempts = 1, sent_at = now(), queued_at = now() - interval '25 hours'`,
  )
  assert.match(noticeIn(await press(own, /^Ask to confirm/)), /^1 person will be asked by email/)
  const asked = `select lead_id from outbox where kind = 'visitor' and token is not null`
  assert.deepEqual(await query(asked), [{ lead_id: person?.id }])
})

test('a sent email is sent again by a click, and says so if it is on its way already', async () => {
  await query(`update outbox set status = 'sent', sent_at = now()`)
  const stale = await read(own)
  assert.match(
    noticeIn(await press(own, /^Send again: Email to you/)),
    /^It goes out again within a minute\.$/,
  )
  const [row] = await query<{ status: string }>(`select status from outbox where kind = 'owner'`)
  assert.equal(row?.status, 'pending')
  const form = [...stale.querySelectorAll('form')].find((one) => /owner/.test(one.innerHTML))
  const values = [...(form?.querySelectorAll('input') ?? [])].map((one) => [
    one.name,
    one.getAttribute('value') ?? '',
  ])
  const again = await ask(
    'POST',
    `${own}/send-again`,
    sameOrigin,
    String(new URLSearchParams(values as [string, string][])),
  )
  assert.match(noticeIn(await read(String(again.headers.location))), /on its way already/)
})

test('the data of a submission that differs are taken over by a click, after a question', async () => {
  await query('select accept_lead(gen_random_uuid(), $1, $2)', [
    { ...lead, name: 'Anna', phone: '2', extra: { company: 'Acme' } },
    { ip_hash: 'b'.repeat(64) },
  ])
  assert.deepEqual(await query('select name from leads'), [{ name: '<b>Ann</b>' }])
  const cardOf = (page: Document) => page.querySelector('main [data-slot=card]')?.textContent ?? ''
  assert.doesNotMatch(cardOf(await read(own)), /Acme/)
  const page = await press(own, /^Use the data of/)
  assert.match(cardOf(page), /^AAnna.*Acme/)
  assert.match(noticeIn(page), /record now has this data/)
  assert.deepEqual(await query('select name from leads'), [{ name: 'Anna' }])
  const companies = 'select person -> $1 as extra from jsonb_array_elements(desk.list_leads() -> $2) person'
  assert.deepEqual(await query(companies, ['extra', 'leads']), [{ extra: { company: 'Acme' } }])
  // The record before it is still there, and none of the two is taken over without a question.
  const left = [...page.querySelectorAll('ol form[action*=take-over]')]
  assert.equal(left.length, 1)
  const sending = left[0]?.querySelectorAll('button:not([type=button])')
  assert.deepEqual(
    [...(sending ?? [])].map((one) => one.closest('dialog') !== null),
    [true],
  )
})

test('a number that was confirmed by the link of another form is taken back by a click', async () => {
  const other = { ...lead, name: 'Eve', phone: '2', phone_e164: '+12015550199' }
  const typed = crypto.randomUUID()
  await query('update lead_settings set double_opt_in = true')
  await query('select accept_lead($1, $2, $3)', [typed, other, { ip_hash: 'b'.repeat(64) }])
  const claimed = await query<{ kind: string; submission_id: string; token: string }>(`
    select close_digests(), write_contents();
    select claim.* from lead_claim_key owned, lateral claim_mails(100, claim_key => owned.key) claim`)
  const mail = claimed.find((one) => one.kind === 'visitor' && one.submission_id === typed)
  const pressed = { consent_text: 'Mine.', ip_hash: 'b'.repeat(64) }
  assert.deepEqual(await query('select confirm_lead($1, $2) as is_done', [mail?.token, pressed]), [
    { is_done: true },
  ])
  const held = () => query('select name, phone_e164 from leads')
  const confirmed = [{ name: '<b>Ann</b>', phone_e164: '+12015550199' }]
  assert.deepEqual(await held(), confirmed)
  await query('select desk.take_over($1)', [typed])
  assert.deepEqual(await held(), [{ name: 'Eve', phone_e164: '+12015550199' }])
  await press(own, /^Use the data of/)
  assert.deepEqual(await held(), confirmed)
})

test('a number stands as people write it, and is called and found as it is stored', async () => {
  const page = await read(own)
  assert.equal(page.querySelector(`main a[href="tel:${phone}"]`)?.textContent, '+1 201 555 0123')
  assert.match(page.querySelector('main')?.textContent ?? '', /Phone\+1 201 555 0123typed as/)
  for (const words of [phone, '+1 201 555 0123']) {
    const { body } = await ask('GET', `/people?${new URLSearchParams({ q: words })}`)
    assert.deepEqual(
      JSON.parse(body).people.map((found: { phone: string }) => found.phone),
      ['+1 201 555 0123'],
    )
  }
  const bar = (await read('/leads')).querySelector('[data-island=BulkBar]')
  assert.match(bar?.getAttribute('data-props') ?? '', /"phone":"\+12015550123"/)
})

test('a stop is shown with the words of the text, and is lifted with a note', async () => {
  await query(`select receive_text($1, 'Stop this now', 'stop')`, [phone])
  assert.match(
    (await read(own)).querySelector('form[action$="/lift"]')?.textContent ?? '',
    /^\+1 201 555 0123 has been stopped .*“Stop this now”/,
  )
  const empty = await ask('POST', `${own}/lift`, sameOrigin, 'note=+')
  assert.match(noticeIn(await read(String(empty.headers.location))), /^Nothing was changed/)
  assert.match(noticeIn(await press(own, /^Lift the stop/, { note: 'She called' })), /^The stop is lifted/)
  assert.deepEqual(await query(`select words from number_events where kind = 'lift'`), [
    { words: 'She called' },
  ])
  assert.ok(!(await read(own)).querySelector('form[action$="/lift"]'))
})

test('a person to call again is among those to call today, until they are called', async () => {
  const today = new Date().toLocaleDateString('sv')
  await press(own, /^Save$/, { day: today })
  const [todo, row] = [await read('/'), await read('/leads?calls=today')]
  assert.ok(todo.querySelector('a[href="/leads?calls=today"]'))
  assert.equal(todo.querySelector(`main a[href="tel:${phone}"]`)?.textContent, '+1 201 555 0123')
  assert.match(row.querySelector('tbody')?.textContent ?? '', /Ann.*call \d/)
  await press(own, /^Called$/)
  assert.match((await read('/leads?calls=today')).querySelector('main')?.textContent ?? '', /Nobody matches/)
  assert.match(noticeIn(await press(own, /^Save$/, { day: '2026-02-30' })), /“2026-02-30” is not a day/)
  assert.match(noticeIn(await press(own, /^Save$/, { day: '2020-12-24' })), /2020-12-24 is over/)
  assert.deepEqual(await query('select call_again_on from leads'), [{ call_again_on: null }])
  await press(own, /^Save$/, { day: '2999-12-24' })
  await press(own, /^Save$/, { day: '' })
  assert.deepEqual(await query('select call_again_on from leads'), [{ call_again_on: null }])
})

const stored = () =>
  query<{
    day: string | null
    outcome: string
    value: number | null
    notes: string[][] | null
  }>(`select call_again_on::text as day, outcome, outcome_value::float as value,
      (select json_agg(json_build_array(kind, words) order by created_at) from lead_notes) as notes
    from leads`)

test('all that is said of a person is stored by one press, and taken back by another', async () => {
  await query(`update leads set call_again_on = '2020-01-02'`)
  const before = await stored()
  const all = { words: ' one\r\ntwo ', day: '2999-12-24', outcome: 'won', value: '1.200,50' }
  const page = await press(own, /^Answered$/, all)
  assert.deepEqual(await stored(), [
    { day: '2999-12-24', outcome: 'won', value: 1200.5, notes: [['answered', 'one\ntwo']] },
  ])
  assert.match(noticeIn(page), /<b>Ann<\/b>: answered; to call again on .*2999; won, 1,200\.50\./)
  await post(page.querySelector('form:has([aria-keyshortcuts=u])'))
  assert.deepEqual(await stored(), before)
  assert.match(noticeIn(await press(own, /^Save$/)), /write what was said, or change/)
  assert.deepEqual(await stored(), before)
})

test('the operator says what became of the booked call, and when it is', async () => {
  const call = () =>
    query<{ state: string; starts: Date; ends: Date }>(
      'select booking_state(booking, booking_ends_at, booking_pressed_at) as state, booking_starts_at as starts, booking_ends_at as ends from leads',
    )
  assert.match(
    noticeIn(await press(own, /^Save the call$/, { kind: 'booked', starts: '2030-12-01T10:00' })),
    /saved/,
  )
  assert.deepEqual(await call(), [
    { state: 'booked', starts: new Date('2030-12-01T10:00:00Z'), ends: new Date('2030-12-01T10:30:00Z') },
  ])
  await press(own, /^Save the call$/, { kind: 'no-show' })
  assert.equal((await call())[0]?.state, 'no-show')
  assert.match(
    noticeIn(await press(own, /^Save the call$/, { kind: 'came', starts: 'soon' })),
    /“soon” is not a time/,
  )
  assert.equal((await call())[0]?.state, 'no-show')
})

test('a value that can mean two numbers is asked for, and one without a sale is refused', async () => {
  const answer = await press(own, /^Save$/, { words: 'pays', outcome: 'won', value: '1.200' })
  assert.match(noticeIn(answer), /“1\.200” can mean two amounts/)
  assert.equal((await stored())[0]?.notes, null)
  const asked = answer.querySelector('[data-typed] form:has(button[name=value])')
  const choices = [...(asked?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent)
  assert.deepEqual(choices, ['1,200', '1.20'])
  await post(asked, { value: asked?.querySelector('button')?.getAttribute('value') ?? '' })
  assert.deepEqual(await stored(), [{ day: null, outcome: 'won', value: 1200, notes: [['note', 'pays']] }])
  for (const [changes, said] of [
    [{ outcome: 'lost', value: '5' }, /a value belongs to a sale/],
    [{ value: 'much' }, /“much” is not an amount/],
    [{ words: 'x'.repeat(10_001) }, /at most 10,000 letters, and this one has 10,001/],
  ] as const) {
    const page = await press(own, /^Save$/, changes)
    assert.match(noticeIn(page), said)
    const { values } = JSON.parse(page.querySelector('[data-typed]')?.getAttribute('data-typed') ?? '')
    for (const [name, value] of Object.entries(changes)) assert.equal(values[name], value)
  }
  await press(own, /^Save$/, { outcome: 'lost' })
  assert.deepEqual(await stored(), [{ day: null, outcome: 'lost', value: null, notes: [['note', 'pays']] }])
})

test('neither an old page nor an undo takes back what a colleague has set', async () => {
  const old = await read(own)
  const form = old.querySelector('form[action$="/contact"]')
  const next = await press(own, /^Save$/, { day: '2999-01-01', outcome: 'won', value: '5' })
  await press(own, /^Save$/, { day: '2999-02-02', outcome: 'lost' })
  const now = await stored()
  const say = async (changes: Record<string, string>) =>
    noticeIn(await post(form, { kind: 'note', words: 'x', ...changes }))
  assert.match(await say({ day: '2999-03-03' }), /^Nothing was saved: somebody else has set another day/)
  assert.match(await say({ outcome: 'won' }), /^Nothing was saved: somebody else has set the outcome/)
  assert.match(
    noticeIn(await post(next.querySelector('form:has([aria-keyshortcuts=u])'))),
    /^Nothing was taken back/,
  )
  assert.deepEqual(await stored(), now)
})

test('the same press is one act, however often and however soon it comes, and Back begins another', async () => {
  const form = (await read(own)).querySelector('form[action$="/contact"]')
  const body = bodyOf(form, { kind: 'called', words: 'once' })
  const send = () => ask('POST', form?.getAttribute('action') ?? '', sameOrigin, body)
  const answers = await Promise.all([send(), send(), send()])
  const [first] = answers
  for (const answer of answers) assert.deepEqual(answer.headers.location, first?.headers.location)
  assert.deepEqual((await stored())[0]?.notes, [['called', 'once']])
  assert.match(noticeIn(await read(String(first?.headers.location))), /: called\.$/)
  assert.match(noticeIn(await read(String((await send()).headers.location))), /: called\.$/)
  await post(form, { kind: 'called', words: 'twice' })
  assert.deepEqual((await stored())[0]?.notes, [
    ['called', 'once'],
    ['called', 'twice'],
  ])
})

test('what an act says is said once, and what was refused comes back each time until it is stored', async () => {
  const next = async (form: Element | null, changes: Record<string, string>) => {
    const body = bodyOf(form, changes)
    return String((await ask('POST', `${own}/contact`, sameOrigin, body)).headers.location)
  }
  const formOn = async (path: string) => (await read(path)).querySelector('form[action$="/contact"]')
  const said = await next(await formOn(own), { kind: 'called', words: 'once' })
  assert.match(noticeIn(await read(said)), /: called\.$/)
  assert.equal(noticeIn(await read(said)), '')

  const [words, value] = ['Will buy in spring', 'much']
  const refused = await next(await formOn(own), { kind: 'note', words, outcome: 'won', value })
  for (const time of ['at once', 'after a reload']) {
    const page = await read(refused)
    assert.match(noticeIn(page), /“much” is not an amount/, time)
    const { action, values } = JSON.parse(
      page.querySelector('[data-typed]')?.getAttribute('data-typed') ?? '',
    )
    assert.equal(action, `${own}/contact`)
    assert.deepEqual([values.words, values.outcome, values.value], [words, 'won', value], time)
    // The browser writes it back. Without scripts, the page quotes it.
    assert.match(page.querySelector('noscript')?.textContent ?? '', /“Will buy in spring”/, time)
  }
  const stored = await next(await formOn(own), { kind: 'note', words, outcome: 'won', value: '5' })
  assert.equal((await read(stored)).querySelector('[data-typed]'), null)
})

test('the last ten acts can be taken back, each by its name, and what they say goes with the person', async () => {
  for (let number = 1; number <= 12; number += 1) await press(own, /^Save$/, { words: `note ${number}` })
  const undos = (page: Document) => [...page.querySelectorAll('main li form:has(input[name=undoes])')]
  const page = await read('/leads')
  assert.equal(undos(page).length, 10)
  const names = (from: Document) =>
    undos(from).map((form) => form.querySelector('[name=undoes]')?.getAttribute('value'))
  await post(undos(page)[4] ?? null)
  const left = (await query<{ words: string }>('select words from lead_notes order by created_at')).map(
    ({ words }) => words,
  )
  assert.equal(left.length, 11)
  assert.ok(!left.includes('note 8'))
  const after = names(await read('/leads'))
  assert.equal(after.length, 10)
  assert.ok(!after.includes(names(page)[4]), 'what was taken back is not offered again')
  await query('delete from leads')
  assert.deepEqual(await query(`select 1 from desk_acts where told::text like '%Ann%'`), [])
  await query('delete from desk_acts')
  await query(`insert into desk_acts (press, begun_at)
    values ('old', now() - interval '25 hours'), ('new', now() - interval '23 hours')`)
  await query('select private.delete_acts()')
  assert.deepEqual(await query('select press from desk_acts'), [{ press: 'new' }])
})

test('an email that came back is sent to the corrected address by a click, and not to the old one', async () => {
  await query(`update outbox set status = 'sent', attempts = 1, claimed_at = now(), sent_at = now()`)
  await query(
    `select record_mail_events('postmark', jsonb_build_array(jsonb_build_object(
       'id', '1', 'kind', 'bounced hard', 'mailbox', email, 'at', now()))) from leads`,
  )
  const send = '[action="/mails"] button[value=send]'
  assert.equal((await read(own)).querySelector(send), null)
  await press(own, /^Correct the address/, { email: 'right@example.org' })
  assert.equal((await read(own)).querySelector(send)?.textContent, 'Send failed emails again')
  assert.match(
    noticeIn(await press(own, /^Send failed emails again/)),
    /1 failed email goes out within a minute/,
  )
  const claimed = `select email from claim_mails(10, null, (select key from lead_claim_key)) where kind = 'visitor'`
  assert.deepEqual(await query(claimed), [{ email: 'right@example.org' }])
})

test('the way back to the list stays after each button', async () => {
  const from = `${own}?list=q%3Danna`
  await query(`update outbox set status = 'sent', sent_at = now() where kind = 'owner'`)
  for (const page of [
    await press(from, /^Send again: Email to you/),
    await press(from, /^Save$/, { words: 'x' }),
    await press(from, /^Remove the note: x/),
  ])
    assert.ok(page.querySelector('main a[href="/leads?q=anna"]'))
})

test('the consent to texts is withdrawn by a click, once', async () => {
  assert.match(noticeIn(await press(own, /^Withdraw consent/)), /^The consent of one person is withdrawn/)
  const page = await read(own)
  assert.match(page.querySelector('main')?.textContent ?? '', /Consent: withdrawn/)
  assert.ok(!page.querySelector('form[action$="/withdraw"]'))
})

test('a button that would change nothing is not there', async () => {
  await query('select desk.withdraw_consent(id) from leads')
  await query(`select receive_text($1, 'Stop', 'stop')`, [phone])
  const page = await read(own)
  assert.match(page.querySelector('main')?.textContent ?? '', /Consent: number stopped/)
  assert.ok(!page.querySelector('form[action$="/withdraw"]'))
  await query('select desk.lift_stop($1, $2)', [phone, 'A test'])

  await query(`select accept_lead(gen_random_uuid(), $1)`, [{ ...invalid, email: 'cy@example.org' }])
  await query(`update outbox set status = 'sent', sent_at = now() where status = 'pending'`)
  const [cy] = await query<{ id: string }>(`select id from leads where email = 'cy@example.org'`)
  const has = async (action: string) => {
    const found = [...(await read(`/leads/${cy?.id}`)).querySelectorAll('main form')]
    return found.some((form) => form.outerHTML.includes(action))
  }
  const toVisitor = 'Send again: Email to the visitor'
  assert.deepEqual([await has('/ask"'), await has('/withdraw"'), await has(toVisitor)], [false, true, true])
  await query(`select private.suppress_mailbox('cy@example.org', 'unsubscribed', 'link')`)
  assert.equal(await has(toVisitor), false)
  await query(`update outbox set status = 'failed', reason = 'expired' where kind = 'visitor'`)
  assert.deepEqual([await has('value="drop"'), await has('value="send"')], [true, false])
  await query('delete from mailbox_events')
  assert.equal(await has('value="send"'), true)
})

test('a person who was asked by an email today can be asked again tomorrow', async () => {
  await query('update lead_settings set double_opt_in = true')
  const kim = { ...lead, email: 'kim@example.org', phone_e164: '+12015550199' }
  await query('select accept_lead(gen_random_uuid(), $1)', [kim])
  await query(`update outbox set status = 'sent', sent_at = now() where status = 'pending'`)
  const [row] = await query<{ id: string }>(`select id from leads where email = 'kim@example.org'`)
  const page = await read(`/leads/${row?.id}`)
  assert.match(
    page.querySelector('main')?.textContent ?? '',
    /You can ask them to confirm the number tomorrow/,
  )
  assert.ok(!page.querySelector('form[action$="/ask"]'))
  await query('update lead_settings set double_opt_in = false')
})

test('a text that was not understood waits on the overview, and is answered there', async () => {
  for (const words of ['Who is this?', 'leave me alone'])
    await query(`select receive_text($1, $2, 'other')`, [phone, words])
  const page = await read('/')
  const line = page.querySelector('[aria-label="What to do"] li:has(form[action="/texts"])')
  assert.equal(line?.querySelector(`a[href="${own}"]`)?.textContent, '<b>Ann</b>')
  assert.equal(line?.querySelector(`a[href="tel:${phone}"]`)?.textContent, '+1 201 555 0123')
  for (const path of ['/texts', '/mails/causes']) {
    const [fields] = await query<{ id: string }>('select id from incoming_texts')
    const answer = await ask('POST', path, sameOrigin, `text=${fields?.id}&cause=unknown`)
    assert.match(noticeIn(await read(String(answer.headers.location))), /^Nothing was done: no button/)
  }
  assert.match(noticeIn(await press('/', /^Stop this number/)), /^The number is stopped/)
  assert.equal((await query('select 1 from stopped_numbers')).length, 1)
  assert.match(noticeIn(await press('/', /^Mark as read/)), /marked as read/)
  assert.ok(!(await read('/')).querySelector('[aria-label="What to do"] form[action="/texts"]'))
})

test('a number is stopped also if its text message was deleted since the page was shown', async () => {
  await query(`select receive_text($1, 'Who is this?', 'other')`, [phone])
  const [fields] = await query<{ id: string }>('select id from incoming_texts')
  await query('delete from incoming_texts')
  const body = new URLSearchParams({ do: 'stop', text: `${fields?.id}`, sender: phone })
  const answer = await ask('POST', '/texts', sameOrigin, String(body))
  assert.match(noticeIn(await read(String(answer.headers.location))), /^The number is stopped/)
  assert.equal((await query('select 1 from stopped_numbers')).length, 1)
})
