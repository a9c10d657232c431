import assert from 'node:assert/strict'
import { claim } from './claim.ts'
import type { TestDatabase } from './test-database.ts'

/** What the receiver knows about a person: the greatest sequence, and what that post said. */
type Contact = {
  sequence: number
  consent: unknown
  mailed: unknown
  isErased: boolean
  phone?: unknown
  name?: unknown
  booking?: Told
  outcome?: Told
}

type Told = { state: string | null; value?: unknown; starts_at?: string | null; ends_at?: string | null }

/** Opens a receiver of webhooks that does what docs/deploy.md asks of one. */
export function openReceiver(database: TestDatabase) {
  const contacts = new Map<unknown, Contact>()
  const posted: string[] = []

  return {
    contacts,
    /** What each post was about, in the order in which they came. */
    posted,
    /** Sweeps, and then takes the posts that are due in the order in which `arrange` puts them. */
    async receive(arrange = <Post>(posts: Post[]) => posts) {
      await database.query('select run_housekeeping()')
      for (const post of arrange(await claim(database, 5000, 'claim_webhooks'))) {
        const {
          id,
          attempt,
          event,
          lead_id: lead,
          sequence,
          consent,
          may_be_mailed: mailed,
          current,
          name,
          phone_e164: phone,
          booking,
          outcome,
        } = post
        posted.push(
          String(event ?? (post.withdrawn_by ? 'withdrawn' : post.confirms ? 'confirmed' : 'created')),
        )
        await database.queryAs('service_role', `select settle_message($1, $2, 'sent')`, [id, attempt])
        const before = contacts.get(lead)
        if (before && before.sequence > Number(sequence)) continue
        contacts.set(lead, {
          ...before,
          ...(current === true && { name, phone }),
          ...{ sequence: Number(sequence), consent, mailed, isErased: event === 'erased' },
          ...(booking ? { booking: booking as Told, outcome: outcome as Told } : {}),
        })
      }
    },
    forget() {
      contacts.clear()
      posted.length = 0
    },
    /** Compares what the receiver knows with what is stored. People of whom it has not heard are left out. */
    async expectTrue() {
      const people = await database.query(
        `select id, name, phone_e164 as phone, consent_state(leads) as consent,
          not is_suppressed(email) as mailed, booking_state(booking, booking_ends_at, null) as call, outcome,
          outcome_value::float as value, booking_starts_at as starts
        from leads`,
      )
      const stored = new Map(people.map(({ id, ...person }) => [id, person]))
      for (const [id, { isErased, name, phone, consent, mailed, booking, outcome }] of contacts) {
        assert.equal(isErased, !stored.has(id), `the receiver ${isErased ? 'erased' : 'kept'} ${id}`)
        const call = callOf(booking)
        const starts = booking?.starts_at ? new Date(booking.starts_at) : null
        const told = { name, phone, consent, mailed, call, outcome: outcome?.state }
        if (!isErased)
          assert.deepEqual({ ...told, value: outcome?.value ?? null, starts }, stored.get(id), 'the receiver')
      }
    },
  }
}

/** A receiver sees from its end that a call was held. No post tells it. A press alone is not told either. */
const callOf = (booking?: Told) =>
  booking?.state === 'booked' && booking.ends_at && Date.parse(booking.ends_at) <= Date.now()
    ? 'held'
    : booking?.state
