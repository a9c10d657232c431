import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { buildInterface } from '../../server/build-interface.ts'
import type { LeadRow } from './columns.tsx'
import type { LeadsProps } from './view.tsx'

const { render } = await buildInterface()

const row: LeadRow = {
  id: '1',
  href: '/leads/1',
  name: 'Ada',
  email: 'ada@example.org',
  mailto: 'mailto:ada@example.org',
  tags: [],
  phone: { e164: '+12015550101', text: '+1 201 555 0101', note: '' },
  source: { name: 'spring', kind: 'campaign' },
  consent: { text: 'given', tone: 'good' },
  mails: [{ text: 'sent', tone: 'good', reason: '' }],
  refusal: '',
  watched: '75 %',
  since: { at: '2026-11-21T09:05:01Z', text: '2h ago', full: '2026-11-21 09:05', note: '' },
}

const props: LeadsProps = {
  tabs: [],
  search: '',
  source: { chosen: '', choices: [] },
  filters: [],
  chips: [],
  keep: {},
  summary: '1 person',
  exports: '/exports',
  headings: {},
  rows: [row],
  list: '',
  bulk: { hasMore: false, contacts: {} },
  pages: {},
  note: '',
}

/** Renders the page with these props. */
const show = (changes: Partial<LeadsProps>) =>
  parseHTML(render({ page: 'leads', props: { ...props, ...changes }, shell: { title: 'Leads', links: [] } }))
    .document

const actions = (page: Document) =>
  [...page.querySelectorAll('form[action="/mails"] button[name=do]')].map((button) =>
    button.getAttribute('value'),
  )

test('mails are sent and dropped where they wait, and are dropped only after a question', () => {
  assert.deepEqual(actions(show({})), [])
  const contacts = { 1: { email: '', phone: '' }, 2: { email: '', phone: '' } }
  const bulk = { status: 'held' as const, everybody: '2 people', hasMore: false, contacts }
  const page = show({ bulk, list: 'mails=held' })
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
})

test('failed mails are sent again only to those whom it may help, with their number', () => {
  const contacts = { 1: { email: '', phone: '' }, 2: { email: '', phone: '' } }
  const bulk = { status: 'failed' as const, everybody: '9 people', hasMore: true, contacts }
  const all = (page: Document) => page.querySelector('[commandfor=send-all]')?.textContent
  assert.equal(all(show({ bulk })), 'Send all again…')
  const some = show({ bulk: { ...bulk, helped: '3 people', futile: ['1'] } })
  assert.equal(all(some), 'Send to 3 people again…')
  assert.match(some.querySelector('dialog#send-all')?.textContent ?? '', /The mails to 3 people go out/)
  assert.deepEqual(actions(some).sort(), ['drop', 'send', 'send'])
  assert.deepEqual(actions(show({ bulk: { ...bulk, helped: '', futile: ['1', '2'] } })), ['drop'])
})

test('Enter in the list presses a button that does nothing, and everybody is meant only by a box with their number', () => {
  const bulk = { status: 'held' as const, everybody: '80 people', hasMore: true, contacts: {} }
  const form = show({ bulk }).querySelector('form[action="/mails"]')
  assert.ok(form?.querySelector('button')?.hasAttribute('disabled'))
  const all = form?.querySelector('input[name=all]')
  assert.deepEqual([all?.getAttribute('value'), all?.hasAttribute('checked')], ['80 people', false])
  // Nobody knows how many they are, so the box chooses this page alone.
  const uncounted = show({ bulk: { ...bulk, everybody: undefined } })
  assert.equal(uncounted.querySelector('input[name=all]'), null)
  assert.match(uncounted.querySelector('thead label')?.textContent ?? '', /on this page/)
})

test('only mails that need somebody stand out', () => {
  const badges = (tone: 'good' | 'bad') =>
    [
      ...show({ rows: [{ ...row, mails: [{ text: 'its state', tone, reason: '' }] }] }).querySelectorAll(
        'td [data-slot=badge]',
      ),
    ].filter(({ textContent }) => textContent === 'its state').length
  assert.deepEqual([badges('good'), badges('bad')], [0, 1])
})

test('a person is chosen by a box that the form sends', () => {
  const box = show({}).querySelector('form[action="/mails"] tbody input[name=lead]')
  assert.deepEqual([box?.getAttribute('value'), box?.getAttribute('aria-label')], ['1', 'Choose Ada'])
})

test('a search keeps the parameters that it is given, and shows what is chosen', () => {
  const choices = [{ value: 'valid', label: 'valid' }]
  const page = show({
    keep: { sort: 'name', days: '' },
    filters: [{ name: 'number', label: 'Number', chosen: 'valid', choices }],
  })
  const search = page.querySelector('search form')
  assert.deepEqual(
    [...(search?.querySelectorAll('input[type=hidden]') ?? [])].map((field) => field.getAttribute('name')),
    ['sort'],
  )
  assert.ok(search?.querySelector('select[aria-label=Number] option[value=valid][selected]'))
})

test('a source is chosen by typing, and a filter acts without a button that is in sight', () => {
  const choices = ['direct', 'campaign: autumn', 'website: news.example']
  const page = show({ source: { chosen: 'direct', choices } })
  const field = page.querySelector('search input[name=source]')
  assert.equal(field?.getAttribute('value'), 'direct')
  const offered = page.querySelectorAll(`datalist#${field?.getAttribute('list')} option`)
  assert.deepEqual(
    [...offered].map((option) => option.getAttribute('value')),
    choices,
  )
  assert.ok(page.querySelector('search details')?.hasAttribute('open'))
  assert.match(page.querySelector('search button')?.className ?? '', /scripting:enabled.*:not-focus:sr-only/)
})

test('each view is in sight on every screen, because they wrap and never scroll away', () => {
  const tabs = ['Everybody', 'On hold'].map((label) => ({
    label,
    href: '/leads',
    isChosen: label === 'On hold',
  }))
  const views = show({ tabs }).querySelector('nav[aria-label=Views]')
  assert.ok(views?.querySelector('ul')?.classList.contains('flex-wrap'))
  assert.doesNotMatch(views?.outerHTML ?? '', /overflow-x|w-max/)
  assert.equal(views?.querySelector('[aria-current=true]')?.textContent, 'On hold')
})

test('a list of nobody says so in place of the table', () => {
  const page = show({ rows: [], nobody: { text: 'Nobody matches.', label: 'Show all', href: '/leads' } })
  assert.equal(page.querySelector('table'), null)
  assert.match(page.querySelector('main')?.textContent ?? '', /Nobody matches\. Show all/)
})

test('no part of the list has a style attribute, which the policy would block', () => {
  const bulk = { status: 'failed' as const, everybody: '1 person', hasMore: false, contacts: {} }
  assert.equal(show({ bulk }).querySelectorAll('[style], style').length, 0)
})

test('who withdrew is told apart on every screen, also where the columns have no headings', () => {
  const page = show({ rows: [{ ...row, consent: { text: 'withdrawn', tone: 'bad' } }] })
  const cell = [...page.querySelectorAll('tbody tr > *')].find(({ textContent }) =>
    textContent.includes('withdrawn'),
  )
  assert.equal(cell?.textContent, 'consent: withdrawn')
  assert.equal(cell?.classList.contains('max-md:hidden'), false)
})

test('how much somebody watched has a column', () => {
  const page = parseHTML(render({ page: 'leads', props, shell: { title: 'Leads', links: [] } })).document
  const headings = [...page.querySelectorAll('thead th')].map(({ textContent }) => textContent)
  const cells = [...page.querySelectorAll('tbody tr:first-child > *')].map(({ textContent }) => textContent)
  // Counted from the end, because the heading above the boxes is no th.
  const place = headings.indexOf('Watched') - headings.length
  assert.equal(cells.at(place), 'watched 75 %')
})
