import { createHmac } from 'node:crypto'

export type Post = { headers: Record<string, string>; body: string }

export const calendlyKey = '0123456789abcdef0123456789abcdef'
export const calcomSecret = 'fedcba9876543210fedcba9876543210'

/** A time in the history of a booking: minutes after an hour ago, by the clock of the calendar. */
export const minute = (minutes: number) => new Date(Date.now() - 3_600_000 + minutes * 60_000).toISOString()

export const inviteeOf = (name: string) =>
  `https://api.calendly.com/scheduled_events/${name}/invitees/${name}`

type Calendly = {
  event: string
  at: string
  /** The names of the booking, and of that before or after it. */
  name: string
  old?: string
  next?: string
  rescheduled?: boolean
  token?: string | null
  email?: string
  starts?: string
  ends?: string
}

/**
 * A post as Calendly makes it: the examples of developer.calendly.com (“Webhook payload”, and “See how webhook payloads
 * change when invitees reschedule events”).
 */
export function calendlyBody(post: Calendly): string {
  const { event, at, name, old, next, rescheduled = false, token = null, email = 't@example.com' } = post
  const { starts = '2030-01-07T10:00:00.000000Z', ends = '2030-01-07T10:15:00.000000Z' } = post
  const uri = inviteeOf(name)
  return JSON.stringify({
    event,
    created_at: at,
    created_by: 'https://api.calendly.com/users/AAAAAAAAAAAAAAAA',
    payload: {
      uri,
      event: uri.replace(/\/invitees.*/, ''),
      email,
      name: 'John Doe',
      first_name: null,
      last_name: null,
      status: event === 'invitee.canceled' ? 'canceled' : 'active',
      timezone: 'America/New_York',
      rescheduled,
      old_invitee: old ? inviteeOf(old) : null,
      new_invitee: next ? inviteeOf(next) : null,
      cancel_url: 'https://calendly.com/cancellations/x',
      reschedule_url: 'https://calendly.com/reschedulings/x',
      text_reminder_number: null,
      questions_and_answers: [{ question: 'What for?', answer: 'x'.repeat(3000), position: 0 }],
      no_show: event === 'invitee_no_show.created' ? { uri: 'x', created_at: at } : null,
      payment: null,
      tracking: {
        ...{ utm_campaign: null, utm_source: null, utm_medium: null, utm_content: token, utm_term: null },
        salesforce_uuid: null,
      },
      created_at: at,
      updated_at: at,
      scheduled_event: {
        uri: uri.replace(/\/invitees.*/, ''),
        name: '15 Minute Meeting',
        status: 'active',
        start_time: starts,
        end_time: ends,
        location: {},
        event_memberships: [{ user_email: 'host@example.com', user_name: 'Host' }],
      },
    },
  })
}

export function signCalendly(body: string, time = Date.now(), key = calendlyKey): Post {
  const t = Math.floor(time / 1000)
  const v1 = createHmac('sha256', key).update(`${t}.${body}`).digest('hex')
  return { headers: { 'calendly-webhook-signature': `t=${t},v1=${v1}` }, body }
}

export const calendly = (post: Calendly) => signCalendly(calendlyBody(post))

type Calcom = {
  event: string
  at: string
  name: string
  old?: string
  token?: string
  email?: string
  starts?: string
  ends?: string
  more?: object
}

/** A post as Cal.com makes it: docs/developing/guides/automation/webhooks.mdx of calcom/cal.com. */
export function calcomBody({
  event,
  at,
  name,
  old,
  token,
  email = 't@example.com',
  starts,
  ends,
  more,
}: Calcom) {
  return JSON.stringify({
    triggerEvent: event,
    createdAt: at,
    payload: {
      type: '30min',
      title: '30min between Host and John',
      startTime: starts ?? '2030-01-07T10:00:00Z',
      endTime: ends ?? '2030-01-07T10:30:00Z',
      status: 'ACCEPTED',
      uid: name,
      bookingId: 91,
      eventTypeId: 7,
      length: 30,
      organizer: { name: 'Host', email: 'host@example.com', timeZone: 'Europe/London' },
      attendees: [{ email, name: 'John', timeZone: 'Europe/London', language: { locale: 'en' } }],
      responses: { name: { label: 'your_name', value: 'John' }, email: { label: 'email', value: email } },
      location: 'integrations:daily',
      metadata: token ? { lead: token } : {},
      ...(old && { rescheduleUid: old }),
      ...more,
    },
  })
}

/** The other form, in which Cal.com tells who did not come. */
export const noShowBody = (at: string, name: string, email: string, noShow: boolean) =>
  JSON.stringify({
    triggerEvent: 'BOOKING_NO_SHOW_UPDATED',
    createdAt: at,
    payload: { message: 'x', bookingUid: name, bookingId: 91, attendees: [{ email, noShow }] },
  })

export const signCalcom = (body: string, secret = calcomSecret): Post => ({
  headers: {
    'x-cal-signature-256': createHmac('sha256', secret).update(body).digest('hex'),
    'x-cal-webhook-version': '2021-10-20',
  },
  body,
})

export const calcom = (post: Calcom) => signCalcom(calcomBody(post))
