import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { buildInterface } from '../../server/build-interface.ts'
import type { PersonProps } from './view.tsx'

const { render } = await buildInterface()

const props: PersonProps = {
  back: { label: 'Back to the list', href: '/leads' },
  name: 'Ada Lovelace',
  since: '',
  email: { text: 'ada@example.org', href: 'mailto:ada@example.org' },
  phone: { text: '+12015550123', href: 'tel:+12015550123' },
  badges: [],
  stopped: [],
  lifts: [],
  callAgain: { action: '/call-again', day: '', first: '2026-11-20' },
  outcome: { action: '/outcome', values: {}, value: '', choices: [] },
  note: { action: '/notes', kinds: [{ value: 'note', label: 'Note' }] },
  facts: [],
  count: '1 submission',
  timeline: [],
  downloads: [],
  correct: { action: '/correct', email: 'ada@example.org', phone: '(201) 555-0123' },
  forget: { action: '/forget', email: 'ada@example.org' },
}

/** Renders the page with these props. */
const show = (changes: Partial<PersonProps>) =>
  parseHTML(
    render({ page: 'person', props: { ...props, ...changes }, shell: { title: props.name, links: [] } }),
  ).document

test('a valid number can be called, another is named as not valid', () => {
  assert.equal(show({}).querySelector('a[href^="tel:"]')?.textContent, '+12015550123')
  const page = show({ phone: { text: '12' } })
  assert.equal(page.querySelector('a[href^="tel:"]'), null)
  assert.match(page.querySelector('main')?.textContent ?? '', /12: not a valid number/)
})

test('the first card has the name, and the company if it is known', () => {
  const card = (page: Document) => page.querySelector('main [data-slot=card]')?.textContent ?? ''
  assert.match(card(show({})), /^ALAda Lovelace\+1/)
  assert.match(card(show({ company: 'Engines Ltd' })), /^ALAda LovelaceEngines Ltd\+1/)
})

test('mails that failed are sent again or dropped by a plain post', () => {
  const values = { person: 'id', list: '', status: 'failed' }
  const mails = { text: '1 mail failed', reasons: ['Full.'], tone: 'bad' as const, values }
  const form = show({ stopped: [{ ...mails, send: 'Send again', drop: 'Drop' }] }).querySelector(
    'form[action="/mails"]',
  )
  const fields = [...(form?.querySelectorAll('input') ?? [])].map((input) => [input.name, input.value])
  assert.deepEqual(fields, [
    ['person', 'id'],
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

test('an event shows its state, what changed and, folded, what is stored', () => {
  const page = show({
    timeline: [
      {
        id: '1',
        kind: 'submission',
        tone: 'wait',
        title: 'Filled in the form',
        at: '2026-11-20T10:00:00Z',
        when: '20 Nov, 10:00',
        state: { text: 'looks like a bot', tone: 'wait' },
        lines: ['Company: Acme'],
        changes: { intro: 'Changed:', rows: [{ field: 'phone', before: '1', after: '2' }] },
        details: { quote: 'I agree', rows: [{ label: 'Variant', text: 'control' }] },
      },
    ],
  })
  const event = page.querySelector('ol li')
  assert.match(
    event?.textContent ?? '',
    /^Filled in the formlooks like a bot20 Nov, 10:00Company: AcmeChanged:phone: 1 → 2/,
  )
  assert.equal(event?.querySelector('del')?.textContent, '1')
  assert.equal(event?.querySelector('details blockquote')?.textContent, 'I agree')
  assert.equal(event?.querySelector('details dd')?.textContent, 'control')
})

test('a withdrawn consent cannot be withdrawn again', () => {
  const find = (page: Document) => page.querySelector('form[action="/withdraw"]')
  assert.ok(find(show({ withdraw: { action: '/withdraw' } })))
  assert.equal(find(show({})), null)
})

test('a stopped number shows the words of the text, and a note is asked for before the stop is lifted', () => {
  assert.equal(show({}).querySelector('form[action="/lift"]'), null)
  const stop = {
    action: '/lift',
    text: '+12015550123 is stopped.',
    words: 'Leave me',
    about: 'Until START.',
    button: 'Lift the stop',
  }
  const form = show({ lifts: [stop] }).querySelector('form[action="/lift"]')
  assert.equal(form?.querySelector('blockquote')?.textContent, '“Leave me”')
  assert.ok(form?.querySelector('input[name=note]')?.hasAttribute('required'))
})

test('the day to call again is shown, changed and cleared', () => {
  const form = (day: string) => show({ callAgain: { action: '/call-again', day, first: '2026-11-20' } })
  assert.equal(form('').querySelector('button[name=clear]'), null)
  const page = form('2026-12-01')
  assert.equal(page.querySelector('input[type=date]')?.getAttribute('value'), '2026-12-01')
  assert.ok(page.querySelector('form[action="/call-again"] button[name=clear]'))
})

test('whoever can confirm the number can be asked for it', () => {
  const find = (page: Document) => page.querySelector('form[action="/ask"]')
  assert.equal(find(show({})), null)
  assert.match(find(show({ ask: { action: '/ask', label: 'Ask again' } }))?.textContent ?? '', /^Ask again/)
})

test('a person is erased by a plain post of the typed address', () => {
  const form = show({}).querySelector('form[action="/forget"][method=post]')
  assert.ok(form?.querySelector('input[name=email][required]'))
  assert.equal(form?.querySelector('a[href="/forget"]')?.textContent, 'What goes and what stays')
})

test('what has no way back is asked first: a withdrawal, and the removal of a note', () => {
  const note = {
    action: '/notes',
    values: { remove: '1' },
    text: 'Remove',
    label: 'Remove the note: x',
    question: {
      title: 'Remove this note?',
      text: '“x” is deleted for good.',
      no: 'Keep it',
      yes: 'Remove the note',
    },
  }
  const event = { id: '1', kind: 'note', tone: 'quiet', title: 'Noted', at: '', when: '', lines: [] } as const
  const page = show({ withdraw: { action: '/withdraw' }, timeline: [{ ...event, lines: ['x'], act: note }] })
  for (const form of [
    page.querySelector('form[action="/withdraw"]'),
    page.querySelector('ol form[action="/notes"]'),
  ]) {
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
