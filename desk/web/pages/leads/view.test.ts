import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { sampleLead } from '../../../../tests/desk/sample.ts'
import type { Lead } from '../../../core/lead.ts'
import { buildInterface } from '../../server/build-interface.ts'
import { filtersOf } from '../../server/filters.ts'
import type { LeadsProps } from './view.tsx'
import { waysOn, wayTo } from './ways-on.ts'

const { pages, render } = await buildInterface()

const [ada, bo] = [sampleLead({ id: '1' }), sampleLead({ id: '2', name: 'Bo', email: 'bo@example.org' })]

const found = {
  leads: [ada],
  older: null,
  newer: null,
  count: 1,
  count_is: 'exact' as const,
  is_sorted: true,
  is_cut: false,
  read_at: '2026-11-21T09:05:01Z',
}

/** With these people and other props, as the address with these parameters shows it. */
const show = (
  query: Record<string, string> = {},
  {
    found: people,
    ...props
  }: Partial<Omit<LeadsProps, 'found'>> & { found?: Partial<LeadsProps['found']> } = {},
) =>
  parseHTML(
    render({
      page: pages.leads,
      props: {
        filters: filtersOf(query),
        found: { ...found, ...people },
        origins: { sources: [], variants: [], is_cut: false },
        attention: { failed: 0, held: 0, overdue: 0, delayed: 0, own: 0 },
        list: String(new URLSearchParams(query)),
        page: 1,
        seen: '',
        own: { hidden: [], views: [] },
        ...props,
      },
      shell: { title: 'Leads', links: [] },
    }),
  ).document

/** By the heading of the column. */
function cellsOf(changes: Partial<Lead>) {
  const page = show({}, { found: { leads: [sampleLead(changes)] } })
  const headings = [...page.querySelectorAll('thead th')].map(({ textContent }) => textContent)
  // The first cell has the box, whose heading is no th.
  const cells = [...page.querySelectorAll('tbody tr > *')].slice(1)
  return (heading: string) => cells[headings.indexOf(heading)] ?? assert.fail()
}

const actions = (page: Document) =>
  [...page.querySelectorAll('form[action="/mails"] button[name=do]')].map((button) =>
    button.getAttribute('value'),
  )

test('emails are sent and dropped where they wait, and are dropped only after a question', () => {
  assert.deepEqual(actions(show()), [])
  const page = show({ mails: 'held' }, { found: { leads: [ada, bo], count: 2 } })
  assert.deepEqual(actions(page).sort(), ['drop', 'send', 'send'])
  for (const [id, action] of [
    ['drop', 'drop'],
    ['send-all', 'send'],
  ]) {
    assert.ok(page.querySelector(`dialog#${id} button[value=${action}]`))
    assert.ok(page.querySelector(`[commandfor=${id}][command=show-modal]`))
    assert.match(page.querySelector(`dialog#${id}`)?.textContent ?? '', /2 people/)
  }
  assert.equal(page.querySelector('input[name=list]')?.getAttribute('value'), 'mails=held')
  assert.equal(page.querySelector('input[name=status]')?.getAttribute('value'), 'held')
})

test('failed emails are sent again only to those whom it may help, with their number', () => {
  const people = { leads: [ada, bo], count: 9, older: 'x' }
  const showFailed = (help?: LeadsProps['help']) => show({ mails: 'failed' }, { found: people, help })
  const all = (page: Document) => page.querySelector('[commandfor=send-all]')?.textContent
  assert.equal(all(showFailed()), 'Send all again…')
  const some = showFailed({ futile: ['1'], helped: 3 })
  assert.equal(all(some), 'Send to 3 people again…')
  assert.match(some.querySelector('dialog#send-all')?.textContent ?? '', /The emails to 3 people go out/)
  assert.deepEqual(actions(some).sort(), ['drop', 'send', 'send'])
  assert.deepEqual(actions(showFailed({ futile: ['1', '2'], helped: 0 })), ['drop'])
})

test('Enter in the list presses a button that does nothing, and everybody is meant only by a box with their number', () => {
  const people = { count: 80, older: 'x' }
  const form = show({ mails: 'held' }, { found: people }).querySelector('form[action="/mails"]')
  assert.match(form?.querySelector('button')?.outerHTML ?? '', /formmethod="dialog"/i)
  const all = form?.querySelector('input[name=all]')
  assert.deepEqual([all?.getAttribute('value'), all?.hasAttribute('checked')], ['80 people', false])
  // Nobody knows how many they are, so the box chooses this page alone.
  const uncounted = show({ mails: 'held' }, { found: { ...people, count: null } })
  assert.equal(uncounted.querySelector('input[name=all]'), null)
  assert.match(uncounted.querySelector('thead label')?.textContent ?? '', /on this page/)
})

const [sent] = ada.mails
assert.ok(sent)
const failed = { ...sent, status: 'failed', reason: 'rejected', last_error: '550 5.1.1 no such user' }

test('only emails that need somebody stand out, and say why', () => {
  const badges = (mail: Lead['mails'][number]) =>
    [...cellsOf({ mails: [mail] })('Emails').querySelectorAll('[data-slot=badge]')].map(
      ({ textContent }) => textContent,
    )
  assert.deepEqual(badges(sent), [])
  assert.deepEqual(badges(failed), ['email: failed'])
  const reason = cellsOf({ mails: [failed] })('Emails').querySelector('small')
  assert.equal(reason?.textContent, '550 5.1.1 no such user · Email to the visitor')
})

test('emails in the same state are named once', () => {
  const mails = [sent, { ...sent, kind: 'owner' }]
  assert.equal(cellsOf({ mails })('Emails').textContent, 'sent')
})

test('of several emails the one that needs somebody comes first, and the others stand below in one line', () => {
  const cell = cellsOf({ mails: [sent, { ...sent, kind: 'owner' }, failed] })('Emails')
  assert.equal(cell.querySelector('[data-slot=badge]')?.textContent, 'email: failed')
  assert.match(
    cell.querySelector('small')?.textContent ?? '',
    / · Email to the visitor: sent · Email to you: sent$/,
  )
})

test('a mailbox that gets no more emails is told before the states of its emails', () => {
  assert.match(cellsOf({ refuses_mails: true })('Emails').textContent ?? '', /^no more emails/)
})

test('a person is chosen by a box that the form sends, and has an address that leads back to the list', () => {
  const page = show({ mails: 'held' })
  const box = page.querySelector('form[action="/mails"] tbody input[name=lead]')
  assert.deepEqual(
    [box?.getAttribute('value'), box?.getAttribute('aria-label')],
    ['1', 'Select Ada Lovelace'],
  )
  assert.equal(page.querySelector('tbody th a')?.getAttribute('href'), '/leads/1?list=mails%3Dheld')
})

test('who gave no name is shown by the address', () => {
  assert.equal(cellsOf({ name: '' })('Person').querySelector('a')?.textContent, 'ada@example.org')
})

test('what is unusual about a person stands beside the name', () => {
  const tags = (changes: Partial<Lead>) =>
    [...cellsOf(changes)('Person').querySelectorAll('[data-slot=badge]')].map(
      ({ textContent }) => textContent,
    )
  assert.deepEqual(tags({}), [])
  assert.deepEqual(tags({ suspected_bot: true, preview: true, failed: 1, held: 1 }), [
    'bot?',
    'preview',
    'an earlier email failed',
    'an earlier email is on hold',
  ])
  assert.deepEqual(tags({ failed: 1, mails: [failed] }), [])
})

test('a number is told in international form, and as it was typed if that is another one', () => {
  const phone = (changes: Partial<Lead>) => cellsOf(changes)('Phone').textContent
  assert.equal(phone({}), '+1 201 555 0123')
  assert.equal(phone({ phone: '0123', confirmed_at: '2026-11-21' }), '+1 201 555 0123confirmed by email')
  assert.equal(phone({ phone: '555' }), '+1 201 555 0123555')
  assert.equal(phone({ phone: '12', phone_e164: null }), '12: not validform: US')
})

test('what became of a person has its value and its day', () => {
  const outcome = (changes: Partial<Lead>) => cellsOf(changes)('Outcome').textContent
  assert.equal(outcome({}), '')
  assert.equal(
    outcome({ outcome: 'won', outcome_value: 1200, outcome_at: '2020-11-15T12:00:00Z' }),
    'won, 1,20015 Nov 2020',
  )
})

test('when to call a person stands where their outcome will, with the latest note', () => {
  const noted = { kind: 'called', created_at: '2020-11-20T12:00:00Z' }
  const outcome = (changes: Partial<Lead>) => cellsOf(changes)('Outcome').textContent?.trim()
  assert.equal(outcome({ call_again_on: '2020-11-21', noted }), 'call 21 Nov 2020called 20 Nov 2020')
  assert.equal(outcome({ noted }), 'called 20 Nov 2020')
})

test('who signed up several times is told, and who has since given other data', () => {
  assert.match(cellsOf({ submissions: 3 })('Since').textContent ?? '', /3 sign-ups$/)
  assert.match(cellsOf({ submissions: 3, changes: 1 })('Since').textContent ?? '', /new details$/)
})

test('a search keeps the parameters that it is given, and shows what is chosen', () => {
  const page = show({ sort: 'name', days: '7', number: 'valid' })
  const search = page.querySelector('search form')
  assert.deepEqual(
    [...(search?.querySelectorAll('input[type=hidden]') ?? [])].map((field) => field.getAttribute('name')),
    ['days'],
  )
  assert.ok(search?.querySelector('select[name=sort] option[value=name][selected]'))
  assert.ok(search?.querySelector('select[name=number] option[value=valid][selected]'))
})

test('a source is chosen by typing, and a filter acts without a button that is in sight', () => {
  const origins = {
    sources: ['campaign:autumn', 'referrer:news.example', 'direct'],
    variants: [],
    is_cut: false,
  }
  const page = show({ source: 'direct' }, { origins })
  const field = page.querySelector('search input[name=source]')
  assert.equal(field?.getAttribute('value'), 'direct')
  const offered = page.querySelectorAll(`datalist#${field?.getAttribute('list')} option`)
  assert.deepEqual(
    [...offered].map((option) => option.getAttribute('value')),
    ['campaign: autumn', 'website: news.example', 'direct', 'no campaign'],
  )
  assert.match(page.querySelector('search button')?.className ?? '', /scripting:enabled.*:not-focus:sr-only/)
})

test('the views wrap, or open from a button that names the one shown, and never scroll away', () => {
  const views = show({ mails: 'held' }).querySelector('nav[aria-label=Views]')
  assert.ok(views?.querySelector('ul')?.classList.contains('xl:flex-wrap'))
  assert.doesNotMatch(views?.outerHTML ?? '', /overflow-x|w-max/)
  const [menu, button] = [views?.querySelector('[popover]'), views?.querySelector('button')]
  assert.equal(button?.getAttribute('popoverTarget'), menu?.id)
  assert.equal(button?.textContent.trim(), 'View: On hold')
  assert.equal(menu?.querySelectorAll('a').length, views?.querySelectorAll('a').length)
  assert.equal(views?.querySelector('[aria-current=true]')?.textContent, 'On hold')
})

test('a view says how many people wait there', () => {
  const attention = { failed: 3, held: 5001, overdue: 0, delayed: 0, own: 0 }
  const views = [...show({}, { attention }).querySelectorAll('nav[aria-label=Views] a')]
  assert.deepEqual(
    views.map(({ textContent }) => textContent).filter((text) => /\d/.test(text ?? '')),
    ['Email failed3', 'On hold5,000+'],
  )
})

test('a list of nobody says so in place of the table, and always leads to a list that shows more', () => {
  const nobody = (query: Record<string, string>) => show(query, { found: { leads: [], count: 0 } })
  const page = nobody({ mails: 'failed' })
  assert.equal(page.querySelector('table'), null)
  assert.match(page.querySelector('main')?.textContent ?? '', /Nobody matches\./)
  const ways = (query: Record<string, string>) =>
    waysOn(filtersOf(query)).map(({ label, filters }) => `${label}: ${wayTo(label, filters).href}`)
  const [everybody, all] = ['Show everybody: /leads', 'Search all leads: /leads?q=ada']
  assert.deepEqual(ways({ q: 'ada', mails: 'failed' }), [all, everybody])
  assert.deepEqual(ways({ q: 'ada', days: '7' }), ['Show all time: /leads?q=ada', everybody])
  assert.deepEqual(ways({ source: 'direct', from: '2020-11-01' }), [
    'Show all time: /leads?source=direct',
    everybody,
  ])
  assert.deepEqual(ways({ q: 'ada' }), [everybody])
  assert.deepEqual(ways({}), [])
})

test('where nobody has signed up, the list leads to the page', () => {
  const page = show({}, { found: { leads: [], count: 0 }, site: 'https://site.example' })
  assert.ok(page.querySelector('main a[href="https://site.example"]'))
})

test('the list has the columns that one has not hidden, and always the person', () => {
  const page = show({}, { own: { hidden: ['Person', 'Phone', 'Since'], views: [] } })
  assert.deepEqual(
    [...page.querySelectorAll('thead th')].map(({ textContent }) => textContent),
    ['Person', 'Source', 'Consent', 'Outcome', 'Booked call', 'Watched', 'Emails'],
  )
  assert.deepEqual(
    [...page.querySelectorAll('#columns input[name=column][checked]')].map((box) =>
      box.getAttribute('value'),
    ),
    ['Source', 'Consent', 'Outcome', 'Booked call', 'Watched', 'Emails'],
  )
})

test('a view of one’s own is marked where its filters are set, and only filters without a name can get one', () => {
  const own = { hidden: [], views: [{ name: 'Warm', query: 'watched=75' }] }
  const views = (query: Record<string, string>) => {
    const page = show(query, { own })
    const nav = page.querySelector('nav[aria-label=Views]')
    return [
      nav?.querySelector('[aria-current=true]')?.textContent,
      nav?.querySelector('[name=do]')?.getAttribute('value'),
    ]
  }
  assert.deepEqual(views({ watched: '75' }), ['Warm', 'delete'])
  assert.deepEqual(views({ watched: '75', q: 'ada' }), ['Warm', 'delete'])
  assert.deepEqual(views({ watched: '50' }), [undefined, 'save'])
  assert.deepEqual(views({}), ['Everybody', undefined])
  assert.deepEqual(views({ calls: 'today' }), ['Call today', undefined])
})

test('an estimate is told as one, with its pages, and the last page has no number then', () => {
  const words = (people: Partial<LeadsProps['found']>, page = 1) => {
    const shown = show({}, { found: { count: 8100, count_is: 'about', ...people }, page })
    return [
      shown.querySelector('search ~ div strong')?.textContent,
      shown.querySelector('nav[aria-label="More people"] > span:nth-child(2)')?.textContent,
    ]
  }
  assert.deepEqual(words({ older: 'x' }), ['about 8,100 people', 'Page 1 of about 162'])
  assert.deepEqual(words({ newer: 'x' }, 162), ['about 8,100 people', 'Last page of about 162'])
  assert.deepEqual(words({ older: 'x', count_is: 'exact', count: 9564 }), ['9,564 people', 'Page 1 of 192'])
  assert.deepEqual(words({ older: 'x', count_is: 'more than', count: 5000 }), [
    'more than 5,000 people',
    'Page 1 of more than 100',
  ])
})

test('an order that needs fewer people says so', () => {
  const note = /The newest come first: only a list of up to 5,000 people can be sorted this way/
  assert.match(
    show({ sort: 'value' }, { found: { is_sorted: false } }).querySelector('main')?.textContent ?? '',
    note,
  )
  assert.doesNotMatch(show({ sort: 'value' }).querySelector('main')?.textContent ?? '', note)
})

test('the parts of the table say what they are, also where they are drawn as cards', () => {
  const page = show()
  for (const [selector, role] of [
    ['table', 'table'],
    ['thead, tbody', 'rowgroup'],
    ['tr', 'row'],
    ['thead th', 'columnheader'],
    ['tbody th', 'rowheader'],
    ['td', 'cell'],
  ] as const)
    for (const part of page.querySelectorAll(selector)) assert.equal(part.getAttribute('role'), role)
})

test('no part of the list has a style attribute, which the policy would block', () => {
  assert.equal(show({ mails: 'failed' }).querySelectorAll('[style], style').length, 0)
})

test('who may not be texted does not look like the others, whatever they agreed to', () => {
  const cell = cellsOf({ consent: 'given', text_fault: 'no mobile' })('Consent')
  assert.equal(cell?.textContent, 'consent: givenno texts: a landline, freephone or premium number')
  assert.equal(cell?.querySelector('.text-good'), null)
  assert.ok(cell?.querySelector('.text-bad'))
  const asked = cellsOf({ consent: 'asked', text_fault: 'asked' })('Consent')
  assert.equal(asked?.textContent, 'consent: asked to confirm')
})

test('who withdrew is told apart on every screen, also where the columns have no headings', () => {
  const cell = cellsOf({ consent: 'withdrawn' })('Consent')
  assert.equal(cell.textContent, 'consent: withdrawn')
  assert.equal(cell.classList.contains('max-md:hidden'), false)
})

test('the booked call has a column, with its time', () => {
  const cell = cellsOf({ booking: 'held', booking_starts_at: '2020-12-01T10:00:00Z' })('Booked call')
  assert.equal(cell.textContent, 'call: held1 Dec 2020, 10:00')
  assert.equal(cellsOf({ booking: null })('Booked call').textContent, '')
})

test('how much somebody watched has a column', () => {
  assert.equal(cellsOf({ watched_percent: 75 })('Watched').textContent, 'watched 75 %')
  assert.equal(cellsOf({ watched_percent: 0 })('Watched').textContent, '')
})

test('a click on a heading sorts by its column, and the next one turns the order round', () => {
  const heading = (sort: string, label: string) => {
    const found = [...show({ sort }).querySelectorAll('thead th')].find(
      ({ textContent }) => textContent === label,
    )
    return [found?.getAttribute('aria-sort'), found?.querySelector('a')?.getAttribute('href')]
  }
  assert.deepEqual(heading('', 'Since'), ['descending', '/leads?sort=oldest'])
  assert.deepEqual(heading('oldest', 'Since'), ['ascending', '/leads?sort=newest'])
  assert.deepEqual(heading('name', 'Person'), ['ascending', '/leads?sort=name-down'])
  assert.deepEqual(heading('name-down', 'Person'), ['descending', '/leads?sort=name'])
  assert.deepEqual(heading('name', 'Source'), [null, '/leads?sort=source'])
  assert.deepEqual(heading('', 'Watched'), [null, '/leads?sort=watched-down'])
  assert.deepEqual(heading('outcome-down', 'Outcome'), ['descending', '/leads?sort=outcome'])
  assert.deepEqual(heading('name', 'Consent'), [null, undefined])
})

test('each filter that is set is told in words, and a click on it leaves it out', () => {
  const query = {
    q: 'ada',
    source: 'campaign:',
    variant: ' ',
    consent: 'given',
    from: '2020-11-01',
    days: '',
  }
  const chips = [...show(query).querySelectorAll('a[aria-label^=Without]')]
  assert.deepEqual(
    chips.map(({ textContent }) => textContent),
    ['“ada”', 'from 1 Nov 2020', 'no campaign', 'variant: none', 'consent: given'],
  )
  assert.equal(
    chips.at(-1)?.getAttribute('href'),
    '/leads?q=ada&from=2020-11-01&source=campaign%3A&variant=+',
  )
})

test('the page without changes is the original, as a filter and in the list', () => {
  const page = show(
    { variant: 'control' },
    {
      found: { leads: [sampleLead({ variant: 'control' })] },
      origins: { sources: [], variants: ['control', 'bold'], is_cut: false },
    },
  )
  assert.deepEqual(
    [...page.querySelectorAll('select[name=variant] option')].map(({ textContent }) => textContent),
    ['Any', 'none', 'original', 'bold'],
  )
  assert.equal(page.querySelector('a[aria-label^=Without]')?.textContent, 'variant: original')
  assert.doesNotMatch(page.querySelector('main')?.textContent ?? 'control', /control/)
})

test('no address can be copied of who wants no emails, and no number that may not be texted', () => {
  const leads = [ada, sampleLead({ id: '2', refuses_mails: true, text_fault: 'withdrawn' })]
  const bar = show({}, { found: { leads } }).querySelector('[data-island=BulkBar]')
  assert.deepEqual(JSON.parse(bar?.getAttribute('data-props') ?? '').contacts, {
    1: { email: 'ada@example.org', phone: '+12015550123' },
    2: { email: '', phone: '' },
  })
})
