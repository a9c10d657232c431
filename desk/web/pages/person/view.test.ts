import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import type { Person, Submission, SubmissionMail } from '../../../core/lead.ts'
import { buildInterface } from '../../server/build-interface.ts'
import { listOf } from '../../server/filters.ts'
import { fromMails } from './address.ts'

const { pages, render } = await buildInterface()

const at = '2026-11-20T10:00:00Z'

const typed = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  phone: '(201) 555-0123',
  phone_e164: '+12015550123',
  country_code: 'US',
  extra: {},
  created_at: at,
  suspected_bot: false,
  preview: false,
}

const mail: SubmissionMail = {
  kind: 'visitor',
  event: null,
  recipient: null,
  status: 'sent',
  reason: null,
  attempts: 1,
  last_error: null,
  queued_at: at,
  due_at: at,
  sent_at: at,
  has_new_address: false,
}

const submission: Submission = {
  ...typed,
  id: 'sign-up',
  consent: true,
  withdrawn_by: null,
  consent_text: 'I agree',
  consent_version: '2026-11',
  page: 'https://example.com/',
  referrer: null,
  user_agent: null,
  ip_hash: null,
  campaign: {},
  variant: null,
  merged: true,
  confirms: null,
  held: false,
  released_at: null,
  changes: {},
  seal: null,
  mails: [],
}

const person: Person = {
  ...typed,
  id: 'ada',
  updated_at: at,
  refuses_mails: false,
  watched_percent: null,
  source: 'direct',
  submissions: 1,
  confirmed_at: null,
  consent: 'given',
  text_fault: null,
  call_again_on: null,
  booking: null,
  booking_pressed_at: null,
  booking_starts_at: null,
  booking_ends_at: null,
  currency: '',
  outcome: 'open',
  outcome_value: null,
  outcome_at: null,
  suppressions: [],
  has_withdrawn: false,
  asking: null,
  stop: null,
  number_events: [],
  rests: {},
  booking_events: [],
  notes: [],
  corrections: [],
  confirmations: 0,
  withdrawals: 0,
  history: [submission],
}

const show = (changes: Partial<Person> = {}, list = '') =>
  parseHTML(
    render({
      page: pages.person,
      props: { person: { ...person, ...changes }, list },
      shell: { title: person.name, links: [] },
    }),
  ).document

const showMails = (...mails: Partial<SubmissionMail>[]) =>
  show({ history: [{ ...submission, mails: mails.map((changes) => ({ ...mail, ...changes })) }] })

const failed = { status: 'failed', last_error: 'EENVELOPE RCPT TO 552 5.2.2 mailbox full' }
const held = { status: 'held', reason: 'suspected_bot' }

test('a valid number can be called, another is named as not valid', () => {
  assert.equal(show().querySelector('a[href="tel:+12015550123"]')?.textContent, '+1 201 555 0123')
  const page = show({ phone: '12', phone_e164: null })
  assert.equal(page.querySelector('a[href^="tel:"]'), null)
  assert.match(page.querySelector('main')?.textContent ?? '', /12: not a valid number/)
})

test('the first card has the name, and what the fields of your own say', () => {
  const card = (page: Document) => page.querySelector('main [data-slot=card]')?.textContent ?? ''
  assert.match(card(show()), /^ALAda LovelaceConsent: /)
  const extra = { company: 'Engines Ltd', role: 'Owner' }
  assert.match(card(show({ extra })), /^ALAda Lovelacecompany: Engines Ltdrole: OwnerConsent: /)
  assert.match(card(show({ name: '' })), /^AOada@example\.orgConsent: /)
})

test('the first card says what became of the person, and what stands in the way', () => {
  const badges = (changes: Partial<Person>) =>
    [...show(changes).querySelectorAll('main [data-slot=card]:first-of-type [data-slot=badge]')].map(
      ({ textContent }) => textContent,
    )
  assert.deepEqual(badges({}), ['Consent: given'])
  const changes = { outcome: 'won', outcome_value: 1200, watched_percent: 25, preview: true } as const
  const suppressions = [{ reason: 'bounced' as const, since: at, source: 'ses', id: 1 }]
  assert.deepEqual(badges({ ...changes, suspected_bot: true, suppressions }), [
    'Won, 1,200',
    'Consent: given',
    'No more emails: the address is dead. Call instead',
    'Looks like a bot',
    'Preview',
    'Watched 25 %',
  ])
})

test('a consent that is no more is as red here as in the list', () => {
  for (const consent of ['withdrawn', 'stopped'] as const) {
    const badge = show({ consent, text_fault: consent }).querySelector(
      'main [data-slot=card]:first-of-type [data-slot=badge]',
    )
    assert.ok(badge?.classList.contains('text-bad'), consent)
  }
})

test('a consent for a number that takes no texts says so, and is not green', () => {
  const page = show({ text_fault: 'other country' })
  const [consent, refusal] = page.querySelectorAll('main [data-slot=card]:first-of-type [data-slot=badge]')
  assert.equal(consent?.classList.contains('text-good'), false)
  assert.equal(refusal?.textContent, 'No texts: a number of another country')
  assert.ok(refusal?.classList.contains('text-bad'))
  assert.match(
    page.querySelector('main')?.textContent ?? '',
    /Consent to textsgivenno texts: a number of another country/,
  )
})

test('emails that failed are sent again or dropped by a plain post', () => {
  const form = showMails(failed).querySelector('form[action="/mails"]')
  assert.match(form?.textContent ?? '', /^1 email failed.*mailbox full/)
  const fields = [...(form?.querySelectorAll('input') ?? [])].map((input) => [input.name, input.value])
  assert.deepEqual(fields, [
    ['press', fields[0]?.[1]],
    ['person', 'ada'],
    ['status', 'failed'],
  ])
  const buttons = [...(form?.querySelectorAll('button') ?? [])].map(
    (button) => `${button.name}=${button.getAttribute('value')}`,
  )
  assert.deepEqual(
    [form?.getAttribute('method'), ...buttons.filter((button) => button.startsWith('do'))],
    ['post', 'do=send', 'do=drop'],
  )
  assert.ok(form?.querySelector('dialog button[value=drop]'))
})

test('an email whose cause stays is not sent again, unless it has a new address', () => {
  const lost = { status: 'failed', last_error: 'EENVELOPE RCPT TO 550 5.1.1 no such user' }
  const sends = (changes: Partial<SubmissionMail>) =>
    showMails({ ...lost, ...changes }).querySelector('button[value=send]') !== null
  assert.equal(sends({}), false)
  assert.equal(sends({ has_new_address: true }), true)
})

test('what Meta or a connected system did not take is no email', () => {
  const page = showMails({ ...failed, kind: 'ad', last_error: 'META 400 code 2500 x' })
  const words = page.querySelector('form[action$="/mails"]')?.textContent ?? ''
  assert.match(
    words,
    /1 message failed.*Send failed messages again.*Drop these messages\?.*about this person/,
  )
  assert.doesNotMatch(words, /mails?\b/)
})

test('one button at most stands out: the one that sends what is stopped, or else the call', () => {
  const standOut = (page: Document) =>
    [...page.querySelectorAll('main .bg-primary')]
      .filter((button) => !button.closest('dialog'))
      .map(({ textContent }) => textContent)
  assert.deepEqual(standOut(show()), ['+1 201 555 0123'])
  assert.deepEqual(standOut(showMails(failed)), ['Send failed emails again'])
  assert.deepEqual(standOut(showMails(held, failed)), ['Send failed emails again'])
  assert.deepEqual(standOut(showMails(held)), ['Send emails on hold'])
  assert.deepEqual(standOut(show({ phone: '12', phone_e164: null })), [])
})

test('an event shows its state, what changed and, folded, what is stored', () => {
  const page = show({
    history: [
      {
        ...submission,
        suspected_bot: true,
        extra: { company: 'Acme' },
        changes: { phone: ['1', '2'] },
        variant: 'control',
      },
    ],
  })
  const event = page.querySelector('ol li')
  assert.match(
    event?.textContent ?? '',
    /^Filled in the formlooks like a bot20 Nov.*\d\d:\d\dcompany: AcmeChanged the record:phone: 1 → 2What is stored/,
  )
  assert.equal(event?.querySelector('del')?.textContent, '1')
  assert.equal(event?.querySelector('details blockquote')?.textContent, 'I agree')
  assert.deepEqual(
    [...(event?.querySelectorAll('details dt') ?? [])].map(({ textContent }) => textContent),
    ['Version of the text', 'On the page', 'Variant', 'Seal', 'Sign-up'],
  )
})

test('the newest event is first, and emails stand above the sign-up that caused them', () => {
  const note = { id: 'n', kind: 'called', words: '', author: 'postgres', created_at: '2026-11-19T12:00:00Z' }
  const page = show({
    notes: [note],
    history: [
      { ...submission, mails: [mail, { ...mail, kind: 'owner', sent_at: null, status: 'pending' }] },
      { ...submission, id: 'older', created_at: '2026-11-19T10:00:00Z', withdrawn_by: 'link' },
    ],
  })
  assert.deepEqual(
    [...page.querySelectorAll('ol h3')].map(({ textContent }) => textContent),
    ['Email to you', 'Email to the visitor', 'Filled in the form', 'Called', 'Consent withdrawn'],
  )
})

test('a withdrawn consent cannot be withdrawn again', () => {
  const find = (page: Document) => page.querySelector('form[action="/leads/ada/withdraw"]')
  assert.ok(find(show()))
  assert.equal(find(show({ has_withdrawn: true })), null)
})

test('a stopped number shows the words of the text, and a note is asked for before the stop is lifted', () => {
  const find = (page: Document) => page.querySelector('form[action="/leads/ada/lift"]')
  assert.equal(find(show()), null)
  const stop = {
    id: 7,
    phone_e164: '+12015550123',
    stopped_at: at,
    stopped_by: 'text message',
    words: 'Leave me',
  }
  const form = find(show({ stop }))
  assert.match(form?.textContent ?? '', /^\+1 201 555 0123 has been stopped since .*, by a text message\./)
  assert.equal(form?.querySelector('blockquote')?.textContent, '“Leave me”')
  assert.ok(form?.querySelector('input[name=note]')?.hasAttribute('required'))
  assert.equal(find(show({ stop: { ...stop, words: null } }))?.querySelector('blockquote'), null)
})

test('what was said, the day, the outcome and its value are one form, which shows what is stored', () => {
  const page = show({ call_again_on: '2026-12-01', outcome: 'won', outcome_value: 1200.5, currency: 'EUR' })
  const form = page.querySelector('form[action="/leads/ada/contact"]')
  assert.match(form?.textContent ?? '', /What was said.*Call again on.*Outcome.*Value, if won \(EUR\)/)
  assert.ok(form?.querySelector('textarea[name=words]:not([maxlength])'))
  const shown = (name: string) => form?.querySelector(`input[name=${name}]`)?.getAttribute('value')
  assert.deepEqual([shown('day'), shown('value')], ['2026-12-01', '1200.5'])
  assert.equal(form?.querySelector('input[name=outcome][checked]')?.getAttribute('value'), 'won')
  const buttons = [...(form?.querySelectorAll('button') ?? [])].map(
    (button) => `${button.name}=${button.getAttribute('value')}`,
  )
  assert.deepEqual(buttons, ['kind=note', 'kind=called', 'kind=answered', 'kind=met'])
})

test('whoever can confirm the number can be asked for it, and otherwise the page says why not', () => {
  const find = (page: Document) => page.querySelector('form[action="/leads/ada/ask"]')
  assert.equal(find(show()), null)
  assert.match(find(show({ asking: 'possible' }))?.textContent ?? '', /^Ask to confirm/)
  assert.match(find(show({ asking: 'possible', consent: 'asked' }))?.textContent ?? '', /^Ask again/)
  const page = show({ asking: 'already_mailed' })
  assert.equal(find(page), null)
  assert.match(page.querySelector('main')?.textContent ?? '', /They got an email within the last 24 hours/)
})

test('a person is erased by a plain post of the typed address', () => {
  const form = show().querySelector('form[action="/leads/ada/erase"][method=post]')
  assert.match(form?.textContent ?? '', /^To erase them, type ada@example\.org/)
  assert.ok(form?.querySelector('input[name=email][required]'))
  assert.equal(
    form?.querySelector('a[href="/leads/ada/erase"]')?.textContent,
    'What is deleted, and what is kept',
  )
})

test('every form keeps the list from which the operator came', () => {
  const page = show({ asking: 'possible' }, 'mails=failed')
  assert.equal(page.querySelector('main a')?.getAttribute('href'), '/leads?mails=failed')
  const addresses = [...page.querySelectorAll('main form[method=post]')]
    .map((form) => form.getAttribute('action') ?? '')
    .filter((action) => !action.endsWith('.txt'))
  assert.equal(addresses.length, 7)
  for (const address of addresses) assert.match(address, /^\/leads\/ada\/[a-z-]+\?list=mails%3Dfailed$/)
})

test('what has no way back is asked first: a withdrawal, and the removal of a note', () => {
  const note = { id: '1', kind: 'note', words: 'x', author: 'postgres', created_at: at }
  const page = show({ notes: [note] })
  const removal = page.querySelector('ol form[action="/leads/ada/notes"]')
  assert.match(removal?.querySelector('dialog')?.textContent ?? '', /“x” is deleted for good\./)
  for (const form of [page.querySelector('form[action="/leads/ada/withdraw"]'), removal]) {
    const sending = [...(form?.querySelectorAll('button') ?? [])].filter(
      (one) => one.getAttribute('type') !== 'button',
    )
    assert.deepEqual(
      sending.map((one) => one.closest('dialog') !== null),
      [true],
    )
    assert.ok(form?.querySelector(`[commandfor="${form?.querySelector('dialog')?.id}"][command=show-modal]`))
  }
})

test('every message to the connected system is named, whatever it is about', () => {
  const titles = ['watched', 'stop_lifted', 'booked', 'outcome', 'updated', null].map(
    (event) => showMails({ kind: 'webhook', event }).querySelector('ol h3')?.textContent,
  )
  assert.deepEqual(titles, [
    'To the connected system, about the video',
    'To the connected system, about the lifted stop',
    'To the connected system, about the booked call',
    'To the connected system, about the outcome',
    'To the connected system, about a change',
    'To the connected system',
  ])
})

test('the way back leads to the list with its filters, or to the page Emails', () => {
  const backOn = (list: string) => {
    const link = show({}, list).querySelector('main a')
    return [link?.textContent, link?.getAttribute('href')]
  }
  assert.deepEqual(backOn(''), ['Back to the list', '/leads'])
  assert.deepEqual(backOn('mails=failed'), ['Back to the list', '/leads?mails=failed'])
  const list = listOf(fromMails)
  assert.deepEqual(backOn(list), ['Back to Emails', '/mails'])
  const forms = [...show({}, list).querySelectorAll('main form[action^="/leads/"]')]
  const kept = forms.filter((form) => form.getAttribute('action')?.includes('list=back%3Dmails'))
  assert.ok(kept.length > 0, 'the page after a form keeps it')
})

test('the booked call has a line with its time, and a form that says what holds', () => {
  const page = show({
    booking: 'booked',
    booking_starts_at: '2020-12-01T10:00:00Z',
    booking_pressed_at: '2020-11-01T10:00:00Z',
  })
  const form = page.querySelector('form[action$="/booking"]')
  assert.match(
    form?.previousElementSibling?.textContent ?? '',
    /^Booked: 1 Dec 2020, 10:00.*clicked 1 Nov 2020/,
  )
  assert.equal(form?.querySelector('option[selected]')?.textContent, 'Booked')
  assert.match(page.querySelector('main')?.textContent ?? '', /Call: booked/)
  assert.match(show({}).querySelector('main')?.textContent ?? '', /None that we know of/)
})

test('what the calendar said about the call is in the history, and a move is one entry', () => {
  const said = { replaces: null, replaced_by: null, said_by: 'calendly', starts_at: null }
  const page = show({
    booking_events: [
      { ...said, id: 5, kind: 'no-show', booking: 'b2', said_at: '2020-12-05T10:00:00Z' },
      {
        ...said,
        id: 4,
        kind: 'booked',
        booking: 'b2',
        replaces: 'b1',
        starts_at: '2020-12-04T15:00:00Z',
        said_at: '2020-12-02T10:00:01Z',
      },
      { ...said, id: 3, kind: 'moved', booking: 'b1', said_at: '2020-12-02T10:00:00Z' },
      { ...said, id: 2, kind: 'booked', booking: 'b1', said_at: '2020-12-01T10:00:00Z' },
      { ...said, id: 1, kind: 'pressed', booking: null, said_by: 'link', said_at: '2020-12-01T09:59:00Z' },
    ],
  })
  const entries = [...page.querySelectorAll('ol > li')].map(({ textContent }) => textContent ?? '')
  const titles = [...page.querySelectorAll('ol h3')].map(({ textContent }) => textContent)
  assert.deepEqual(titles, [
    'Filled in the form',
    'No-show at the call',
    'Call moved',
    'Call booked',
    'Calendar link clicked',
  ])
  assert.match(entries[2] ?? '', /starts 4 Dec 2020, 15:00/)
})

test('what waits for a receiver that rests says why and until when', () => {
  const waiting = { ...mail, status: 'pending', attempts: 0, sent_at: null }
  const mails = [
    { ...waiting, kind: 'ad', event: 'lead' },
    { ...waiting, kind: 'webhook' },
  ]
  const text = (rests: Person['rests']) =>
    show({ rests, history: [{ ...submission, mails }] }).querySelector('ol')?.textContent ?? ''
  assert.match(
    text({ ad: { fault: 'META 400 code 190', until: '2020-12-01T10:00:00Z' } }),
    /To Meta, about the lead.*Waits until 1 Dec 2020, 10:00\. Meta does not take the access token.*code 190/,
  )
  const gone = text({ webhook: { fault: 'HTTP 410', until: null } })
  assert.match(gone, /Waits until it has another address\. .*no longer exists\. \(HTTP 410\)/)
  assert.match(gone, /To Meta.*0 attempts, next/)
  assert.doesNotMatch(text({}), /Waits/)
})
