import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import type { FailureGroup } from '../../../core/failures.ts'
import { buildInterface } from '../../server/build-interface.ts'
import type { MailsProps } from './view.tsx'

const { pages, render } = await buildInterface()

const show = (groups: FailureGroup[], more: Partial<MailsProps> = {}) =>
  parseHTML(
    render({
      page: pages.mails,
      props: { groups, cutAt: null, ...more },
      shell: { title: 'Emails', links: [] },
    }),
  ).document

const message: FailureGroup['failed'][number] = {
  id: '1',
  kind: 'visitor',
  status: 'failed',
  reason: 'rejected',
  last_error: 'EENVELOPE RCPT TO 552 5.2.2 mailbox full',
  has_new_address: false,
  person: null,
}
const group: FailureGroup = {
  cause: { id: 'full', title: 'The mailbox is full', remedy: 'Call.' },
  failed: [],
  sendable: [],
  waiting: [],
  rest: undefined,
}
const two = { ...group, failed: [message, message], sendable: [message] }
const buttonsOf = (page: Document) =>
  [...page.querySelectorAll('form[action="/mails/causes"] button')].map((button) =>
    button.getAttribute('value'),
  )

test('only messages that can succeed are offered to be sent again, and dropping asks first', () => {
  const one = show([two])
  assert.deepEqual(buttonsOf(one), ['send', 'drop'])
  assert.equal(one.querySelector('button[value=send]')?.textContent, 'Send 1 again')
  const page = show([{ ...two, sendable: [] }])
  assert.deepEqual(buttonsOf(page), ['drop'])
  assert.ok(page.querySelector('form details:not([open]) button[value=drop]'))
  assert.equal(page.querySelector('input[name=cause]')?.getAttribute('value'), 'full')
})

test('what waits because its receiver rests says until when', () => {
  const text = (rest: FailureGroup['rest']) =>
    show([{ ...group, waiting: [message], rest }]).querySelector('main')?.textContent ?? ''
  assert.match(
    text({ fault: '', until: '2020-12-01T10:00:00Z' }),
    /Call\.Nothing is tried until 1 Dec 2020, 10:00\./,
  )
  assert.match(text({ fault: 'HTTP 410', until: null }), /Nothing is tried until it has another address\./)
  assert.doesNotMatch(text(undefined), /until/)
})

test('what the receiver made of a test email is shown where its headers were pasted, with what to do', () => {
  const page = show([], {
    findings: [{ check: 'DKIM', status: 'fault', sentence: 'Not signed.', todo: 'Sign' }],
  })
  assert.match(page.querySelector('details[open] [role=status]')?.textContent ?? '', /^Not signed\. Sign\.$/)
  assert.ok(page.querySelector('form[action="/mails/headers"] textarea[name=headers]'))
  assert.equal(show([]).querySelector('details[open]'), null)
})

test('also the people who are not shown at first are reached', () => {
  const failed = [1, 2, 3, 4, 5, 6, 7, 7].map((id) => ({
    ...message,
    person: { id: String(id), name: '', email: `p${id}@example.com` },
  }))
  const page = show([{ ...group, failed }])
  assert.equal(page.querySelector('details:has(a[href^="/leads/5?"])'), null)
  const fold = page.querySelector('details:has(a[href^="/leads/6?"])')
  assert.equal(fold?.querySelector('summary')?.textContent, 'and 2 more: The mailbox is full')
  assert.equal(page.querySelectorAll('main a[href^="/leads/"]').length, 7)
})

test('from a person, the way back leads to this page', () => {
  const person = { id: '1', name: 'Ada', email: 'ada@example.com' }
  const link = show([{ ...group, failed: [{ ...message, person }] }]).querySelector('main ul a')
  assert.equal(link?.getAttribute('href'), '/leads/1?list=back%3Dmails')
})

test('messages that are tried again by themselves need no button', () => {
  const page = show([{ ...group, waiting: [message, message, message] }])
  assert.deepEqual(buttonsOf(page), [])
  assert.match(page.querySelector('main')?.textContent ?? '', /3 messages being retried/)
})

test('the people whose email failed are a link on, and none if there are none', () => {
  const linksIn = (page: Document, part = '') =>
    page.querySelectorAll(`main a[href="/leads?mails=failed"]${part}`).length
  assert.equal(linksIn(show([two])), 1)
  // An arrow to the left would say that the operator came from there.
  assert.equal(linksIn(show([two]), ' svg'), 0)
  assert.equal(linksIn(show([])), 0)
  assert.equal(linksIn(show([{ ...group, waiting: [message] }])), 0)
})

test('without failures the page says so, and a test email can still be sent', () => {
  const page = show([])
  assert.match(page.querySelector('main')?.textContent ?? '', /No email has failed\./)
  assert.ok(page.querySelector('form[action="/mails/test"][method=post] button'))
})

test('where there are more messages than the page counts, it says so', () => {
  const textOf = (page: Document) => page.querySelector('main')?.textContent ?? ''
  assert.match(textOf(show([two], { cutAt: 2000 })), /only the oldest 2,000 that failed/)
  assert.doesNotMatch(textOf(show([two])), /There are more messages/)
})

test('only the first button that sends messages stands out', () => {
  const causeOf = (id: string) => ({ ...two, cause: { ...group.cause, id } })
  const page = show([{ ...causeOf('a'), sendable: [] }, causeOf('b'), causeOf('c')])
  const standOut = [...page.querySelectorAll('.bg-primary')]
  assert.deepEqual(
    standOut.map((button) =>
      button.closest('form')?.querySelector('input[name=cause]')?.getAttribute('value'),
    ),
    ['b'],
  )
})

test('emails to the owner are counted, and an answer that several servers gave stands once', () => {
  const page = show([{ ...group, failed: [message, { ...message, last_error: '552 5.2.2 mailbox full' }] }])
  assert.match(page.querySelector('main')?.textContent ?? '', /2 emails to you/)
  assert.deepEqual(
    [...page.querySelectorAll('main code')].map(({ textContent }) => textContent),
    ['552 5.2.2 mailbox full'],
  )
})
