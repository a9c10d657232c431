import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { parseJson } from '../mail-events/parse-json.ts'
import { isSameText } from '../same-text.ts'
import {
  addressSchema,
  idSchema,
  optional,
  present,
  type ReadBookings,
  timeSchema,
  tokenSchema,
} from './booking.ts'

/** Three minutes: “Webhook Signatures” of developer.calendly.com. */
const toleranceMs = 180_000

const postSchema = z.object({
  event: z.enum([
    'invitee.created',
    'invitee.canceled',
    'invitee_no_show.created',
    'invitee_no_show.deleted',
  ]),
  created_at: timeSchema,
  payload: z.object({
    uri: idSchema,
    email: addressSchema,
    rescheduled: optional(z.boolean()),
    old_invitee: optional(idSchema),
    new_invitee: optional(idSchema),
    tracking: optional(z.object({ utm_content: tokenSchema })),
    scheduled_event: optional(z.object({ start_time: timeSchema, end_time: timeSchema })),
  }),
})

const kinds = {
  'invitee.created': 'booked',
  'invitee.canceled': 'cancelled',
  'invitee_no_show.created': 'no-show',
  'invitee_no_show.deleted': 'came',
} as const

/**
 * Reads Calendly's calls (developer.calendly.com, “Webhook payload”). `key` is the subscription's signing
 * key, which we chose. A moved call comes in two posts, in any order: the old one is cancelled with
 * `rescheduled`, and the new one names the old one.
 */
export function createCalendlyReader(key: string, now = Date.now): ReadBookings {
  return (headers, body) => {
    const header = headers.get('calendly-webhook-signature') ?? ''
    const [, time = '', shown = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header.slice(0, 100)) ?? []
    const wanted = createHmac('sha256', key).update(`${time}.${body}`).digest('hex')
    if (!isSameText(shown, wanted) || !(Math.abs(now() - Number(time) * 1000) <= toleranceMs)) return 'forged'
    const post = parseJson(postSchema, body)
    if (!post) return []
    const { event, created_at: at, payload } = post
    const { scheduled_event: slot, rescheduled } = payload
    const isMoved = event === 'invitee.canceled' && rescheduled === true
    return [
      {
        kind: isMoved ? 'moved' : kinds[event],
        booking: payload.uri,
        at,
        ...present({
          replaces: event === 'invitee.created' ? payload.old_invitee : undefined,
          replacedBy: isMoved ? payload.new_invitee : undefined,
          startsAt: slot?.start_time,
          endsAt: slot?.end_time,
          token: payload.tracking?.utm_content,
          email: payload.email,
        }),
      },
    ]
  }
}
