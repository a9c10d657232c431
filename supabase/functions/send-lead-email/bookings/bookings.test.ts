import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  calcom,
  calcomBody,
  calcomSecret,
  calendly,
  calendlyBody,
  calendlyKey,
  inviteeOf,
  minute,
  noShowBody,
  type Post,
  signCalcom,
  signCalendly,
} from '../../../../tests/sql/calendar-posts.ts'
import { createCalcomReader } from './calcom.ts'
import { createCalendlyReader } from './calendly.ts'

const readers = { calendly: createCalendlyReader(calendlyKey), calcom: createCalcomReader(calcomSecret) }
const read = (name: keyof typeof readers, { headers, body }: Post) =>
  readers[name](new Headers(headers), body)

const at = minute(0)
const token = crypto.randomUUID()
const created = { event: 'invitee.created', at, name: 'A', token }
const booked = { event: 'BOOKING_CREATED', at, name: 'A', token }

test('a booking of each calendar is read with its time, the token and the address, and nothing else', () => {
  const person = { at, token, email: 't@example.com' }
  assert.deepEqual(read('calendly', calendly(created)), [
    {
      ...{ kind: 'booked', booking: inviteeOf('A') },
      ...{ startsAt: '2030-01-07T10:00:00.000Z', endsAt: '2030-01-07T10:15:00.000Z' },
      ...person,
    },
  ])
  assert.deepEqual(read('calcom', calcom(booked)), [
    {
      ...{ kind: 'booked', booking: 'A' },
      ...{ startsAt: '2030-01-07T10:00:00.000Z', endsAt: '2030-01-07T10:30:00.000Z' },
      ...person,
    },
  ])
})

test('a call without a signature, with a wrong one, or that was changed is forged', () => {
  const body = calendlyBody(created)
  const right = signCalendly(body)
  const { 'calendly-webhook-signature': signature = '' } = right.headers
  for (const post of [
    { headers: {}, body },
    signCalendly(body, undefined, 'another key of thirty-two letters'),
    { ...right, body: body.replace(token, crypto.randomUUID()) },
    { headers: { 'calendly-webhook-signature': signature.replace(/t=\d+/, 't=1') }, body },
    { headers: { 'calendly-webhook-signature': signature.replace('v1', 'v0') }, body },
  ])
    assert.equal(read('calendly', post), 'forged')
  const text = calcomBody(booked)
  const { 'x-cal-signature-256': hex = '' } = signCalcom(text).headers
  for (const shown of [undefined, 'no-secret-provided', `sha256=${hex}`, hex.replace(/.$/, 'g')]) {
    const headers: Record<string, string> = shown ? { 'x-cal-signature-256': shown } : {}
    assert.equal(read('calcom', { headers, body: text }), 'forged')
  }
  assert.equal(read('calcom', { ...signCalcom(text), body: `${text} ` }), 'forged')
})

test('a call of Calendly that is three minutes late or early is forged, as a stolen one would be', () => {
  const body = calendlyBody(created)
  for (const [late, isRead] of [
    [-170_000, true],
    [170_000, true],
    [-190_000, false],
    [190_000, false],
  ] as const)
    assert.equal(read('calendly', signCalendly(body, Date.now() + late)) !== 'forged', isRead)
})

test('a post of a calendar with another form says nothing, and is no error', () => {
  for (const body of ['', '{}', 'null', 'a=b', '[]', calendlyBody({ ...created, event: 'contact.created' })])
    assert.deepEqual(read('calendly', signCalendly(body)), [])
  for (const body of [
    ...['', 'triggerEvent=BOOKING_CREATED', JSON.stringify({ triggerEvent: 'BOOKING_CREATED', payload: {} })],
    // It is sent at the booked time, whether anybody came or not, and has no payload.
    JSON.stringify({ triggerEvent: 'MEETING_ENDED', uid: 'A', startTime: at }),
    calcomBody({ ...booked, event: 'BOOKING_PAID' }),
    calcomBody({ ...booked, name: 'x'.repeat(201) }),
    calcomBody({ ...booked, event: 'BOOKING_REQUESTED' }),
  ])
    assert.deepEqual(read('calcom', signCalcom(body)), [])
  const strange = { token: 'x'.repeat(9000), email: `${'x'.repeat(400)}@example.org` }
  const [said] = read('calendly', calendly({ ...created, ...strange })) as object[]
  assert.deepEqual(Object.keys(said ?? {}), ['kind', 'booking', 'at', 'startsAt', 'endsAt'])
})

test('a call that was moved, cancelled or not come to is told apart', () => {
  const kindsOf = (name: keyof typeof readers, post: Post) =>
    (read(name, post) as { kind: string; replaces?: string; replacedBy?: string }[]).map(
      ({ kind, replaces, replacedBy }) => [kind, replaces ?? replacedBy],
    )
  const canceled = { ...created, event: 'invitee.canceled' }
  assert.deepEqual(kindsOf('calendly', calendly(canceled)), [['cancelled', undefined]])
  assert.deepEqual(kindsOf('calendly', calendly({ ...canceled, rescheduled: true, next: 'B' })), [
    ['moved', inviteeOf('B')],
  ])
  assert.deepEqual(kindsOf('calendly', calendly({ ...created, name: 'B', old: 'A' })), [
    ['booked', inviteeOf('A')],
  ])
  for (const [event, kind] of [
    ['invitee_no_show.created', 'no-show'],
    ['invitee_no_show.deleted', 'came'],
  ] as const)
    assert.deepEqual(kindsOf('calendly', calendly({ ...created, event })), [[kind, undefined]])
  for (const [event, more, expected] of [
    ['BOOKING_RESCHEDULED', { rescheduleUid: 'Z' }, ['booked', 'Z']],
    // With several seats, the booking keeps its id.
    ['BOOKING_RESCHEDULED', { rescheduleUid: 'A' }, ['booked', undefined]],
    ['BOOKING_REQUESTED', { rescheduleUid: 'Z' }, ['cancelled', undefined]],
    ['BOOKING_CANCELLED', { requestReschedule: true, rescheduledToUid: null }, ['cancelled', undefined]],
    ['BOOKING_CANCELLED', { rescheduledToUid: 'B' }, ['moved', 'B']],
    ['BOOKING_REJECTED', {}, ['cancelled', undefined]],
  ] as const)
    assert.deepEqual(kindsOf('calcom', calcom({ ...booked, event, more })), [expected])
  for (const noShow of [true, false])
    assert.deepEqual(kindsOf('calcom', signCalcom(noShowBody(at, 'A', 't@example.com', noShow))), [
      [noShow ? 'no-show' : 'came', undefined],
    ])
})
