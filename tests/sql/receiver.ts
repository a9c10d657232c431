import assert from 'node:assert/strict'
import { readClaimKey } from './claim.ts'
import type { Row, TestDatabase } from './test-database.ts'

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

/**
 * What becomes of a post: whether the receiver stores it, and how the function settles it (see webhook/send.ts). A
 * secret that is not changed at both ends at once is like `fails`.
 */
const answers: Record<string, { isStored: boolean; outcome: string; error?: string; rest?: number }> = {
  takes: { isStored: true, outcome: 'sent' },
  fails: { isStored: false, outcome: 'deferred', error: 'HTTP 500', rest: 0 },
  'asks for a pause': { isStored: false, outcome: 'deferred', error: 'HTTP 429', rest: 60 },
  'takes, and answers too late': { isStored: true, outcome: 'deferred', error: 'TIMEOUT' },
  // A script of Google does.
  'takes, and redirects': { isStored: true, outcome: 'deferred', error: 'HTTP 302', rest: 24 * 3600 },
  'is gone': { isStored: false, outcome: 'rejected', error: 'HTTP 410', rest: 0 },
}

/** What becomes of a post. A slow one arrives when its lease may have run out. */
export const outcomes = [...Object.keys(answers), 'fails for a week', 'is slow']
/** What has become of posts so far. */
export const happened = new Set<string>()

/** Opens a receiver of webhooks that does what docs/deploy.md asks of one. */
export function openReceiver(database: TestDatabase) {
  const { query, queryAs } = database
  const contacts = new Map<unknown, Contact>()
  const posted: string[] = []
  /** Everybody of whom this receiver, or one before it, was told. */
  const known = new Set<unknown>()
  /** The posts that arrive later, each with the receiver to which it goes. */
  let slow: { post: Row; answer: string; to: number }[] = []
  let address = 1
  /** A receiver may get another address. Another receiver knows nobody. */
  let present = 1

  function store({ event, lead_id: lead, sequence, consent, may_be_mailed: mailed, current, ...post }: Row) {
    const { name, phone_e164: phone, booking, outcome } = post
    posted.push(String(event ?? (post.withdrawn_by ? 'withdrawn' : post.confirms ? 'confirmed' : 'created')))
    const before = contacts.get(lead)
    if (before && before.sequence > Number(sequence)) return
    known.add(lead)
    contacts.set(lead, {
      ...before,
      ...(current === true && { name, phone }),
      ...{ sequence: Number(sequence), consent, mailed, isErased: event === 'erased' },
      ...(booking ? { booking: booking as Told, outcome: outcome as Told } : {}),
    })
  }

  async function take(post: Row, answer = 'takes', to = present) {
    happened.add(answer)
    if (answer === 'is slow') {
      slow.push({ post, answer: 'takes', to })
      return
    }
    if (answer === 'fails for a week')
      await query(`update outbox set queued_at = now() - interval '8 days' where id = $1`, [post.id])
    const { isStored, outcome, error, rest } = answers[answer] ?? { isStored: false, outcome: 'deferred' }
    if (isStored && to === present) store(post)
    await queryAs('service_role', 'select settle_message($1, $2, $3, $4, $5, $6)', [
      ...[post.id, post.attempt, outcome, error ?? null],
      ...(rest === undefined ? [null, null] : [`address ${address}`, rest]),
    ])
  }

  return {
    contacts,
    /** What each post was about, in the order in which they came. */
    posted,
    /**
     * Sweeps, and then posts what is due in the order in which `arrange` puts it. `answer` says what becomes of each
     * post.
     */
    async receive(arrange = (posts: Row[]) => posts, answer = () => 'takes') {
      await query('select run_housekeeping()')
      const posts = await queryAs('service_role', 'select * from claim_webhooks(5000, null, $1, $2)', [
        await readClaimKey(query),
        `address ${address}`,
      ])
      const late = slow
      slow = []
      for (const post of arrange(posts)) await take(post, answer())
      for (const { post, answer, to } of late) await take(post, answer, to)
    },
    /** Ends all pauses and leases, so that each post that waits is due. A receiver that is gone stays so. */
    passTime: () =>
      query(`
        update webhook_receivers set rests_until = now() where isfinite(rests_until);
        update outbox set due_at = now() where kind = 'webhook' and status in ('pending', 'sending')`),
    /** The operator gives the receiver another address, or sets another receiver. */
    move(isAnother: boolean) {
      address += 1
      if (!isAnother) return
      present += 1
      contacts.clear()
    },
    /** The receiver works again, also if it was gone, and takes whatever there is to tell. */
    async repair() {
      await query('update webhook_receivers set rests_until = now()')
      for (const _ of [1, 2, 3]) {
        await this.passTime()
        await this.receive()
      }
    },
    /** Forgets all persons but these. What is still on its way gets lost. */
    forget(except = new Set<unknown>()) {
      for (const id of known) if (!except.has(id)) known.delete(id)
      for (const id of contacts.keys()) if (!except.has(id)) contacts.delete(id)
      slow = []
      posted.length = 0
    },
    /** Compares what the receiver knows with what is stored. People of whom it has not heard are left out. */
    async expectTrue() {
      const people = await query(
        `select id, name, phone_e164 as phone, consent_state(leads) as consent,
          not is_suppressed(email) as mailed, booking_state(booking, booking_ends_at, null) as call, outcome,
          outcome_value::float as value, booking_starts_at as starts
        from leads`,
      )
      const stored = new Map(people.map(({ id, ...person }) => [id, person]))
      for (const id of known)
        assert.ok(!stored.has(id) || contacts.has(id), `the receiver never heard of ${id}`)
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
