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
}

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
          not is_suppressed(email) as mailed
        from leads`,
      )
      const stored = new Map(people.map(({ id, ...person }) => [id, person]))
      for (const [id, { isErased, name, phone, consent, mailed }] of contacts) {
        assert.equal(isErased, !stored.has(id), `the receiver ${isErased ? 'erased' : 'kept'} ${id}`)
        if (!isErased) assert.deepEqual({ name, phone, consent, mailed }, stored.get(id), 'the receiver')
      }
    },
  }
}
