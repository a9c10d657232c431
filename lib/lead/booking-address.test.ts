import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingAddress } from './booking-address.ts'

const copy = { title: '', link: '', mail: '' }
const token = 'd2719ad0-3c14-4b4a-8c3e-0f6f1f0a7a11'
const booker = { name: 'Ada & Bob', email: 'ada+x@example.org' }

test('the calendar gets the token in the parameter that it sends back, and nothing of what is there is lost but that', () => {
  const calendly = {
    ...copy,
    href: 'https://calendly.com/you/call?utm_source=page&utm_content=old&month=2026-12',
  }
  assert.equal(
    bookingAddress(calendly, token),
    `https://calendly.com/you/call?utm_source=page&utm_content=${token}&month=2026-12`,
  )
  assert.equal(
    bookingAddress({ ...copy, href: 'https://app.cal.com/you/call' }, token),
    `https://app.cal.com/you/call?metadata%5Blead%5D=${token}`,
  )
})

test('a calendar at an address of the operator is known by the setting, and an unknown one gets nothing', () => {
  const own = { ...copy, href: 'https://book.example.com/call' }
  assert.equal(bookingAddress(own, token, booker), own.href)
  assert.equal(bookingAddress({ ...own, calendar: 'calendly' }, token), `${own.href}?utm_content=${token}`)
  for (const href of ['https://calendly.com.evil.example/x', 'https://notcal.com/x'])
    assert.equal(bookingAddress({ ...copy, href }, token), href)
})

test('the calendar gets the name and the address only if the operator says so, and never without a token', () => {
  const cal = { ...copy, href: 'https://cal.com/you/call' }
  assert.doesNotMatch(bookingAddress(cal, token, booker), /Ada|example/)
  const url = new URL(bookingAddress({ ...cal, prefill: true }, token, booker))
  assert.deepEqual([url.searchParams.get('name'), url.searchParams.get('email')], [booker.name, booker.email])
  assert.equal(bookingAddress({ ...cal, prefill: true }, undefined, booker), cal.href)
})

test('without an address that works, the link leads home', () => {
  assert.equal(bookingAddress(copy, token), '/')
  assert.equal(bookingAddress({ ...copy, href: 'calendly' }, token), '/')
})
