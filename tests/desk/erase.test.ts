import assert from 'node:assert/strict'
import test from 'node:test'
import { openTestDatabase } from './open-test-database.ts'
import { personActs } from './person-acts.ts'

const { url, query, accept, close } = await openTestDatabase()
const { erase, evidence } = personActs(url)
test.after(close)

const source = { ip_hash: 'fe'.repeat(32), user_agent: 'Netscape 4', campaign: { gclid: 'oblivia-click' } }
const email = 'Oblivia.Me+now@gmail.com'

/** Returns every row of every table as a text, in lower case. */
async function dump(): Promise<string[]> {
  const tables = await query<{ name: string }>(`
    select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'm', 'p') and nspname !~ '^pg_' and nspname <> 'information_schema'`)
  const rows = await Promise.all(
    tables.map(({ name }) =>
      query<{ line: string }>(`select '${name} ' || (row)::text as line from ${name} row`),
    ),
  )
  return rows.flat().map(({ line }) => line.toLowerCase())
}

test('erase leaves only tombstones of a person, the seals hold, and the person may come again', async () => {
  await accept('ada@example.org', { name: 'Ada' })
  await query('select run_housekeeping()')
  const before = new Set(await dump())
  await accept(email, { name: 'Oblivia Person', phone: '555 0199', phone_e164: null }, source)
  await accept(email, { name: 'Oblivia P.', phone: '555 0198', phone_e164: null }, source)
  await query('select run_housekeeping()')
  await accept(email, { name: 'Oblivia Person', phone: '555 0199', phone_e164: null }, source)
  const states = [
    ['pending'],
    ['sending'],
    ['sent'],
    ['failed', 'expired'],
    ['held', 'limit'],
    ['cancelled', 'dropped'],
  ]
  for (const [index, [status, reason = null]] of states.entries())
    await query(
      `update outbox set status = $1, reason = $3, last_error = '550 <oblivia.me@gmail.com> refused' where id = (
        select id from outbox where lead_id = (select id from leads where name ~ '^Oblivia')
        order by submission_id, kind limit 1 offset $2)`,
      [status, index, reason],
    )
  const ids = await query<{ id: string }>(`
    select person.id from leads person where name ~ '^Oblivia' union all
    select id from lead_submissions where email ~ '^Oblivia' union all
    select mail.id from outbox mail join leads person on person.id = lead_id where person.name ~ '^Oblivia'`)
  assert.equal(ids.length, 1 + 3 + 6)
  const traces = ['oblivia', 'netscape', '555 019', source.ip_hash, ...ids.map(({ id }) => id)]
  const found = async () => {
    const lines = await dump()
    return traces.filter((trace) => lines.some((line) => line.includes(trace)))
  }
  assert.deepEqual(await found(), traces)

  assert.match(
    await erase(email.toUpperCase()),
    /^The person is erased\. Deleted: 3 sign-ups; 6 emails\. 2 marks that name nobody stay, so that the evidence/,
  )
  assert.deepEqual(await found(), [])
  const left = (await dump()).filter((line) => !before.has(line)).map((line) => line.split(' ')[0])
  assert.deepEqual([...new Set(left)].sort(), [
    'private.erasures',
    'private.lead_seal_entries',
    'private.lead_seals',
    'private.outbox',
    'private.sweep_steps',
  ])
  // The email with the seal waits, and tells the latest seal.
  assert.deepEqual(await query('select kind from outbox where lead_id is null'), [{ kind: 'seal' }])
  await assert.rejects(erase(email), { message: 'No lead has this address.' })
  await query('select run_housekeeping()')
  assert.match(
    await evidence('ada@example.org'),
    /Nothing was changed\. 1 submission, 0 of them not sealed yet; 2 erased/,
  )

  await accept(email, { name: 'Oblivia Person', phone: '555 0199', phone_e164: null }, source)
  assert.match(await evidence(email), /Sign-ups +1 sign-up\n/)
})
