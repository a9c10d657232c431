import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { buildInterface } from '../../server/build-interface.ts'
import type { MailsProps } from './view.tsx'

const { render } = await buildInterface()

/** Renders the page with these groups. */
const show = (groups: MailsProps['groups'], more: Partial<MailsProps> = {}) =>
  parseHTML(
    render({
      page: 'mails',
      props: { back: { label: 'Back', href: '/leads' }, groups, ...more },
      shell: { title: 'Mails', links: [] },
    }),
  ).document

const group = { id: 'full', title: 'The mailbox is full', remedy: 'Call.', people: [], errors: [] }
const buttonsOf = (page: Document) =>
  [...page.querySelectorAll('form[action="/mails/causes"] button')].map((button) =>
    button.getAttribute('value'),
  )

test('only messages that can succeed are offered to be sent again, and dropping asks first', () => {
  assert.deepEqual(buttonsOf(show([{ ...group, failed: { count: '2', again: '1' } }])), ['send', 'drop'])
  const one = show([{ ...group, failed: { count: '2', again: '1' } }])
  assert.equal(one.querySelector('button[value=send]')?.textContent, 'Send 1 again')
  const page = show([{ ...group, failed: { count: '2', again: '' } }])
  assert.deepEqual(buttonsOf(page), ['drop'])
  assert.ok(page.querySelector('form details:not([open]) button[value=drop]'))
  assert.equal(page.querySelector('input[name=cause]')?.getAttribute('value'), 'full')
})

test('what the receiver made of a test mail is shown where its headers were pasted, with what to do', () => {
  const page = show([], {
    findings: [{ check: 'DKIM', status: 'fault', sentence: 'Not signed.', todo: 'Sign' }],
  })
  assert.match(page.querySelector('details[open] [role=status]')?.textContent ?? '', /^Not signed\. Sign\.$/)
  assert.ok(page.querySelector('form[action="/mails/headers"] textarea[name=headers]'))
  assert.equal(show([]).querySelector('details[open]'), null)
})

test('also the people who are not shown at first are reached', () => {
  const others = {
    label: 'and 2 more',
    people: [2, 3].map((id) => ({ name: `P${id}`, href: `/leads/${id}` })),
  }
  const page = show([{ ...group, people: [{ name: 'P1', href: '/leads/1' }], more: others }])
  const fold = page.querySelector('details:has(a[href="/leads/2"])')
  assert.equal(fold?.querySelector('summary')?.textContent, 'and 2 more: The mailbox is full')
  assert.equal(page.querySelectorAll('main a[href^="/leads/"]').length, 3)
})

test('messages that are tried again by themselves need no button', () => {
  const page = show([{ ...group, waiting: '3 messages' }])
  assert.deepEqual(buttonsOf(page), [])
  assert.match(page.querySelector('main')?.textContent ?? '', /3 messages tried again/)
})

test('without failures the page says so, and a test mail can still be sent', () => {
  const page = show([])
  assert.match(page.querySelector('main')?.textContent ?? '', /No mail has failed\./)
  assert.ok(page.querySelector('form[action="/mails/test"][method=post] button'))
})

test('where there are more messages than the page counts, it says so', () => {
  const failed = [{ ...group, failed: { count: '2,000', again: '2,000' } }]
  const textOf = (page: Document) => page.querySelector('main')?.textContent ?? ''
  assert.match(textOf(show(failed, { cutAt: '2,000' })), /only the oldest 2,000 that failed/)
  assert.doesNotMatch(textOf(show(failed)), /There are more messages/)
})
