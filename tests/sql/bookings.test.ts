import assert from 'node:assert/strict'
import { after } from 'node:test'
import { createBookingReaders } from '../../supabase/functions/send-lead-email/bookings/readers.ts'
import {
  calcom,
  calcomBody,
  calcomSecret,
  calendly,
  calendlyBody,
  calendlyKey,
  minute,
  noShowBody,
  type Post,
  signCalcom,
  signCalendly,
} from './calendar-posts.ts'
import { openDatabase } from './open-database.ts'
import { openHandler } from './open-handler.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database)
const { query, queryAs } = database

/** Stores a lead, and returns the token in their link to the calendar. */
async function accept(lead = sampleLead(), context: object = {}) {
  const [row] = await queryAs(
    'service_role',
    'select call_token from accept_lead(gen_random_uuid(), $1, $2)',
    [lead, context],
  )
  return String(row?.call_token)
}

const press = async (token: unknown) =>
  (await queryAs('service_role', 'select press_call($1) as answer', [token]))[0]?.answer

const presses = async () =>
  (await query(`select count(*)::integer as presses from booking_events where kind = 'pressed'`))[0]?.presses

test('a press is counted for the person once a day, and says what was typed in that submission alone', async () => {
  const lead = sampleLead()
  const token = await accept(lead)
  // Anybody can type an address. They must not learn what is stored for it.
  const stranger = await accept({ ...lead, name: 'Eve' }, { ip_hash: 'b'.repeat(64) })
  assert.notEqual(token, stranger)
  assert.deepEqual(await press(stranger), { name: 'Eve', email: lead.email })
  assert.deepEqual(await press(token), { name: lead.name, email: lead.email })
  assert.equal(await presses(), 1)
  await query(`update booking_events set said_at = said_at - interval '25 hours'`)
  await press(token)
  assert.equal(await presses(), 2)
  const [person] = await query(
    `select booking_pressed_at < now() - interval '24 hours' as first, booking_state(booking, booking_ends_at, booking_pressed_at) as state from leads`,
  )
  assert.deepEqual(person, { first: true, state: 'pressed' })
})

test('the token opens nothing else, no other token counts a press, and none does after an erasure', async () => {
  const token = await accept()
  const calls = [
    'may_watch($1)',
    'stop_lead($1)',
    `unsubscribe($1, 'link')`,
    'call_token($1)',
    'asked_number($1)',
  ]
  for (const call of calls) {
    const [row] = await queryAs('service_role', `select ${call} as answer`, [token])
    assert.ok(!row?.answer, call)
  }
  const [links] = await query(
    `select lead_token(secret, 'watch') as watch, lead_token(secret, 'stop') as stop, secret,
      (select id from lead_submissions) as submission from leads`,
  )
  for (const other of Object.values(links ?? {})) assert.equal(await press(other), null)
  assert.equal(await presses(), 0)
  assert.deepEqual(await queryAs('service_role', 'select call_token($1)', [links?.watch]), [
    { call_token: token },
  ])
  await query('select desk.erase_lead(id) from leads')
  assert.equal(await press(token), null)
})

test('no press is counted of a preview, or of somebody who asked not to be tracked', async () => {
  for (const context of [{ preview: true }, { refuses_tracking: true }]) {
    const lead = sampleLead()
    assert.deepEqual(await press(await accept(lead, context)), { name: lead.name, email: lead.email })
  }
  assert.equal(await presses(), 0)
})

console.info = () => undefined
const handler = openHandler(database, {
  bookings: createBookingReaders({ calendly: calendlyKey, calcom: calcomSecret }),
})

/** Posts to the function as the calendar does. Returns the status of the answer. */
const send = async (calendar: 'calendly' | 'calcom', { headers, body }: Post) =>
  (await handler.post({ path: `/send-lead-email/bookings/${calendar}`, headers, body })).status

/** Returns what holds for the person with this address, or for the only one. */
async function held(email?: string) {
  const [row] = await query(
    `select booking_state(booking, booking_ends_at, booking_pressed_at) as state, booking_starts_at as starts from leads
    where email = coalesce($1, email)`,
    [email ?? null],
  )
  const starts = row?.starts as Date | null
  return [row?.state, starts && new Date(starts).toISOString().slice(0, 10)]
}

const stored = async () =>
  (await query('select count(*)::integer as rows from booking_events where booking is not null'))[0]?.rows

/** All orders of a list. */
const ordersOf = <T>(list: T[]): T[][] =>
  list.length < 2
    ? [list]
    : list.flatMap((one, place) => ordersOf(list.toSpliced(place, 1)).map((rest) => [one, ...rest]))

const [first, second, third] = ['2030-01-07', '2030-01-08', '2030-01-09'].map((day) => ({
  starts: `${day}T10:00:00Z`,
  ends: `${day}T10:30:00Z`,
}))

/** The posts of one history by each calendar, and what holds in the end. All have another address than the lead. */
const histories: Record<
  string,
  {
    calendly?: (token: string) => Post[]
    calcom?: (token: string) => Post[]
    holds: [string | null, string | null]
  }
> = {
  'a call that was booked': {
    calendly: (token) => [calendly({ event: 'invitee.created', at: minute(0), name: 'A', token, ...first })],
    calcom: (token) => [calcom({ event: 'BOOKING_CREATED', at: minute(0), name: 'A', token, ...first })],
    holds: ['booked', '2030-01-07'],
  },
  'a call that was cancelled': {
    calendly: (token) => [
      calendly({ event: 'invitee.created', at: minute(0), name: 'A', token, ...first }),
      calendly({ event: 'invitee.canceled', at: minute(1), name: 'A', token, ...first }),
    ],
    calcom: (token) => [
      calcom({ event: 'BOOKING_CREATED', at: minute(0), name: 'A', token, ...first }),
      calcom({ event: 'BOOKING_CANCELLED', at: minute(1), name: 'A', token, ...first }),
    ],
    holds: ['cancelled', '2030-01-07'],
  },
  'a call that was moved': {
    calendly: (token) => [
      calendly({ event: 'invitee.created', at: minute(0), name: 'A', token, ...first }),
      calendly({
        event: 'invitee.canceled',
        at: minute(1),
        name: 'A',
        token,
        rescheduled: true,
        next: 'B',
        ...first,
      }),
      calendly({ event: 'invitee.created', at: minute(1), name: 'B', old: 'A', token, ...second }),
    ],
    // Metadata may be lost when a booking is moved.
    calcom: (token) => [
      calcom({ event: 'BOOKING_CREATED', at: minute(0), name: 'A', token, ...first }),
      calcom({ event: 'BOOKING_RESCHEDULED', at: minute(1), name: 'B', old: 'A', token, ...second }),
    ],
    holds: ['booked', '2030-01-08'],
  },
  'a call that was moved twice, to an earlier day, with a lost post': {
    calendly: (token) => [
      calendly({
        event: 'invitee.canceled',
        at: minute(1),
        name: 'A',
        token,
        rescheduled: true,
        next: 'B',
        ...second,
      }),
      calendly({
        event: 'invitee.canceled',
        at: minute(2),
        name: 'B',
        token,
        rescheduled: true,
        next: 'C',
        ...third,
      }),
      calendly({ event: 'invitee.created', at: minute(2), name: 'C', old: 'B', token, ...first }),
    ],
    calcom: (token) => [
      calcom({ event: 'BOOKING_CREATED', at: minute(0), name: 'A', token, ...second }),
      calcom({ event: 'BOOKING_RESCHEDULED', at: minute(1), name: 'B', old: 'A', token, ...third }),
      calcom({ event: 'BOOKING_RESCHEDULED', at: minute(2), name: 'C', old: 'B', token, ...first }),
    ],
    holds: ['booked', '2030-01-07'],
  },
  'a call that was moved, of which the new booking is still unknown': {
    calendly: (token) => [
      calendly({ event: 'invitee.created', at: minute(0), name: 'A', token, ...first }),
      calendly({
        event: 'invitee.canceled',
        at: minute(1),
        name: 'A',
        token,
        rescheduled: true,
        next: 'B',
        ...first,
      }),
    ],
    holds: ['booked', null],
  },
  'one of two calls that was cancelled': {
    calendly: (token) => [
      calendly({ event: 'invitee.created', at: minute(0), name: 'A', token, ...first }),
      calendly({ event: 'invitee.created', at: minute(1), name: 'B', token, ...second }),
      calendly({ event: 'invitee.canceled', at: minute(2), name: 'B', token, ...second }),
    ],
    holds: ['booked', '2030-01-07'],
  },
  'somebody who did not come, and then did': {
    calendly: (token) => [
      calendly({ event: 'invitee.created', at: minute(0), name: 'A', token, ...first }),
      calendly({ event: 'invitee_no_show.created', at: minute(1), name: 'A', token, ...first }),
      calendly({ event: 'invitee_no_show.deleted', at: minute(2), name: 'A', token, ...first }),
    ],
    holds: ['booked', '2030-01-07'],
  },
  'seats, where a booking keeps its id when it is moved': {
    calcom: (token) => [
      calcom({ event: 'BOOKING_CREATED', at: minute(0), name: 'A', token, ...first }),
      calcom({ event: 'BOOKING_RESCHEDULED', at: minute(1), name: 'A', old: 'A', token, ...second }),
    ],
    holds: ['booked', '2030-01-08'],
  },
  'a call that is moved with a confirmation of the host': {
    calcom: (token) => [
      calcom({ event: 'BOOKING_CREATED', at: minute(0), name: 'A', token, ...first }),
      calcom({ event: 'BOOKING_REQUESTED', at: minute(1), name: 'B', old: 'A', token, ...second }),
      calcom({ event: 'BOOKING_CREATED', at: minute(2), name: 'B', token, ...second }),
    ],
    holds: ['booked', '2030-01-08'],
  },
  'a request of the host to move it, which nobody answered': {
    calcom: (token) => [
      calcom({ event: 'BOOKING_CREATED', at: minute(0), name: 'A', token, ...first }),
      calcom({
        ...{ event: 'BOOKING_CANCELLED', at: minute(1), name: 'A', token, ...first },
        more: { requestReschedule: true, rescheduledToUid: null },
      }),
    ],
    holds: ['cancelled', '2030-01-07'],
  },
}

for (const [title, { holds, ...calendars }] of Object.entries(histories))
  for (const [calendar, posts] of Object.entries(calendars) as [
    'calendly' | 'calcom',
    (token: string) => Post[],
  ][])
    test(`${calendar}: ${title}, in every order, each post twice, ends in what holds`, async () => {
      for (const order of ordersOf(posts(await accept()))) {
        await query('delete from booking_events')
        for (const post of [...order, ...order]) assert.equal(await send(calendar, post), 200)
        assert.deepEqual(await held(), holds)
        assert.equal(await stored(), order.length)
      }
      assert.deepEqual(await query(`select count(*)::integer as others from leads where email like 't@%'`), [
        { others: 0 },
      ])
    })

test('a post without proof, or of nobody of ours, stores nothing, and no answer is 410', async () => {
  const token = await accept()
  const body = calendlyBody({ event: 'invitee.created', at: minute(0), name: 'A', token })
  assert.equal(await send('calendly', signCalendly(body, Date.now() - 200_000)), 401)
  assert.equal(await send('calendly', { headers: {}, body }), 401)
  assert.equal(await send('calcom', signCalcom(body, 'x')), 401)
  const text = calcomBody({ event: 'BOOKING_CREATED', at: minute(0), name: 'A', token })
  assert.equal(
    await send('calcom', { headers: { 'x-cal-signature-256': 'no-secret-provided' }, body: text }),
    401,
  )
  assert.equal(await send('calendly', calendly({ event: 'invitee.created', at: minute(0), name: 'A' })), 200)
  assert.equal(
    await send(
      'calendly',
      calendly({ event: 'invitee.created', at: minute(0), name: 'A', token: crypto.randomUUID() }),
    ),
    200,
  )
  assert.equal(await stored(), 0)
  assert.deepEqual(await held(), [null, null])
})

test('without the token a booking is known by the one it replaces, and else by the address', async () => {
  const [ada, bob] = [sampleLead(), sampleLead()]
  const token = await accept(ada)
  await accept(bob)
  await send('calcom', calcom({ event: 'BOOKING_CREATED', at: minute(0), name: 'A', token, ...first }))
  const moved = { event: 'BOOKING_RESCHEDULED', at: minute(1), name: 'B', old: 'A', ...second }
  await send('calcom', calcom({ ...moved, email: bob.email }))
  assert.deepEqual(
    [await held(ada.email), await held(bob.email)],
    [
      ['booked', '2030-01-08'],
      [null, null],
    ],
  )
  await send('calcom', signCalcom(noShowBody(minute(2), 'B', 'another@example.com', true)))
  assert.equal((await held(ada.email))[0], 'no-show')
  await send(
    'calcom',
    calcom({ event: 'BOOKING_CREATED', at: minute(0), name: 'C', email: bob.email.toUpperCase() }),
  )
  assert.equal((await held(bob.email))[0], 'booked')
})

test('a seat is that of the person with its address, whoever else is in the booking', async () => {
  const [ada, bob] = [sampleLead(), sampleLead()]
  const token = await accept(ada)
  const seat = (event: string, at: number, emails: string[], lead?: string) =>
    send(
      'calcom',
      calcom({
        ...{ event, at: minute(at), name: 'A', ...first, ...(lead && { token: lead }) },
        more: { seatsPerTimeSlot: 5, attendees: emails.map((email) => ({ email })) },
      }),
    )
  const states = async () => [(await held(ada.email))[0], (await held(bob.email))[0]]
  await seat('BOOKING_CREATED', 0, [ada.email], token)
  // Nobody of ours has a seat in the same call.
  await seat('BOOKING_CANCELLED', 1, ['stranger@example.com'])
  await accept(bob)
  assert.deepEqual(await states(), ['booked', null])
  // Cal.com adds what the first booking brought.
  await seat('BOOKING_CREATED', 2, [bob.email], token)
  assert.deepEqual(await states(), ['booked', 'booked'])
  await seat('BOOKING_CANCELLED', 3, [bob.email])
  assert.deepEqual(await states(), ['booked', 'cancelled'])
  await seat('BOOKING_CREATED', 4, [bob.email])
  await seat('BOOKING_CANCELLED', 5, [ada.email, 'stranger@example.com', bob.email])
  assert.deepEqual(await states(), ['cancelled', 'cancelled'])
})

test('a call is held once its end has passed and nobody said that they did not come', async () => {
  const token = await accept()
  const past = { starts: minute(0), ends: minute(30) }
  await send('calendly', calendly({ event: 'invitee.created', at: minute(-30), name: 'A', token, ...past }))
  assert.equal((await held())[0], 'held')
  await send(
    'calendly',
    calendly({ event: 'invitee_no_show.created', at: minute(40), name: 'A', token, ...past }),
  )
  assert.equal((await held())[0], 'no-show')
})

test('what the operator says holds until the calendar says something newer', async () => {
  const token = await accept()
  const post = (event: string, at: string, name = 'A') =>
    send('calendly', calendly({ event, at, name, token, ...first }))
  const sayBooking = async (kind: string, starts: string | null = null) =>
    (await query('select desk.say_booking(id, $1, $2) as state from leads', [kind, starts]))[0]?.state
  assert.equal(await sayBooking('booked', '2030-02-01T10:00:00Z'), 'booked')
  assert.deepEqual(await held(), ['booked', '2030-02-01'])
  // The calendar tries again to say what it said before.
  await post('invitee.created', minute(0))
  assert.deepEqual(await held(), ['booked', '2030-02-01'])
  await post('invitee.canceled', new Date(Date.now() + 1000).toISOString())
  assert.deepEqual(await held(), ['cancelled', '2030-01-07'])
  await query(`update booking_events set said_at = said_at - interval '1 minute' where kind = 'cancelled'`)
  for (const [kind, state] of [
    ['no-show', 'no-show'],
    ['came', 'held'],
    ['cancelled', 'cancelled'],
    ['none', 'none'],
  ] as const)
    assert.equal(await sayBooking(kind), state)
  assert.deepEqual(await held(), [null, null])
  await assert.rejects(sayBooking('lost'), { code: '23514' })
})

test('who booked gets no reminder, also if they cancelled', async () => {
  await query(`update lead_settings set remind_after = '1 day'`)
  for (const [event, reminds] of [
    ['invitee.created', false],
    ['invitee.canceled', false],
  ] as const) {
    const lead = sampleLead()
    const token = await accept(lead)
    const may = async () =>
      (await query('select may_remind(leads) as may from leads where email = $1', [lead.email]))[0]?.may
    await press(token)
    assert.equal(await may(), true)
    await send('calendly', calendly({ event, at: minute(0), name: event, token }))
    assert.equal(await may(), reminds)
  }
})

test('a week of presses without a word of a calendar is told, until it speaks', async () => {
  const silence = async () => (await query('select booking_silence() as since'))[0]?.since
  const token = await accept()
  await press(token)
  assert.equal(await silence(), null)
  await query(`update booking_events set said_at = said_at - interval '8 days'`)
  assert.notEqual(await silence(), null)
  await send('calendly', calendly({ event: 'invitee.created', at: minute(0), name: 'A', token }))
  assert.equal(await silence(), null)
})

test('what was said about calls goes with its person, and after the time for which submissions are kept', async () => {
  const token = await accept()
  await press(token)
  await send('calendly', calendly({ event: 'invitee.created', at: minute(0), name: 'A', token }))
  const pass = async (years: number) => {
    await query(`update booking_events set received_at = received_at - make_interval(years => $1)`, [years])
    await query('select delete_expired()')
  }
  await pass(6)
  assert.deepEqual([await stored(), await presses()], [1, 1])
  await pass(2)
  assert.deepEqual([await stored(), await presses(), await held()], [0, 0, [null, null]])
  await send('calendly', calendly({ event: 'invitee.created', at: minute(0), name: 'A', token }))
  await query('select desk.erase_lead(id) from leads')
  assert.equal(await stored(), 0)
  assert.equal(
    await send('calendly', calendly({ event: 'invitee.canceled', at: minute(1), name: 'A', token })),
    200,
  )
  assert.equal(await stored(), 0)
})

test('the list is filtered by the call, and the steps of people are counted', async () => {
  const leads = Object.fromEntries(
    ['none', 'pressed', 'booked', 'held', 'cancelled', 'no-show'].map((state) => [state, sampleLead()]),
  )
  for (const [state, lead] of Object.entries(leads)) {
    const token = await accept(lead)
    if (state === 'none') continue
    await press(token)
    if (state === 'pressed') continue
    const times = state === 'held' ? { starts: minute(0), ends: minute(30) } : first
    const event = { at: minute(-5), name: state, token, ...times }
    await send('calendly', calendly({ ...event, event: 'invitee.created' }))
    const later = { ...event, at: minute(1) }
    if (state === 'cancelled') await send('calendly', calendly({ ...later, event: 'invitee.canceled' }))
    if (state === 'no-show') await send('calendly', calendly({ ...later, event: 'invitee_no_show.created' }))
  }
  for (const state of ['pressed', 'booked', 'held', 'cancelled', 'no-show']) {
    const [row] = await queryAs('lead_desk', 'select desk.list_leads($1) as list', [{ booking: state }])
    const list = row?.list as { leads: { email: string; booking: string }[] } | undefined
    assert.deepEqual(
      list?.leads.map(({ email, booking }) => [email, booking]),
      [[leads[state]?.email, state]],
    )
  }
  await query(`update leads set outcome = 'won', outcome_at = now() where booking_ends_at < now()`)
  const counted = async (...period: unknown[]) =>
    (await queryAs('lead_desk', 'select desk.bookings($1, $2, null, $3) as steps', period))[0]?.steps
  const steps = { people: 6, pressed: 5, booked: 4, held: 1, won: 1 }
  assert.deepEqual(await counted(null, null, null), steps)
  assert.deepEqual(await counted(null, null, ''), steps)
  assert.deepEqual(await counted(null, '2020-01-01', null), {
    people: 0,
    pressed: 0,
    booked: 0,
    held: 0,
    won: 0,
  })
})
