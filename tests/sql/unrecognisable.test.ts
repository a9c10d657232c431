import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { env } from 'node:process'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import '../kit/resolve-as-next.ts'
import { dump } from './dump.ts'
import { openDatabase } from './open-database.ts'
import { openHandler } from './open-handler.ts'

const database = await openDatabase()
const { query } = database
const { post } = openHandler(database)

const server = createServer(async (request, response) => {
  const body = await text(request)
  const headers = { 'idempotency-key': String(request.headers['idempotency-key']) }
  const answer = await post({ body, headers })
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
})
await once(server.listen(0, '127.0.0.1'), 'listening')
after(async () => {
  server.close()
  server.closeAllConnections()
  await database.close()
})
env.SUPABASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
env.SUPABASE_SECRET_KEY = 'sb_secret_of_this_server'
const { sendLead } = await import('../../lib/lead/send-lead.ts')

const person = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  phone: '020 7031 3000',
  countryCode: 'UK',
} as const
const e164 = '+442070313000'
const address = '203.0.113.4'

const digest = (algorithm: string, data: string | Buffer) => createHash(algorithm).update(data).digest('hex')

/** Turns a hash into the id of a submission. Such an id is a UUID of version 8. The hyphens are left out here. */
const asId = (hash: string) =>
  `${hash.slice(0, 12)}8${hash.slice(13, 16)}${'89ab'[Number.parseInt(hash[16] ?? '', 16) & 3]}${hash.slice(17, 32)}`

/**
 * Somebody may suspect that this person submitted the form at about this time. Returns every hash that they could
 * then try.
 */
function guesses(time: number): Set<string> {
  const { name, email, phone, countryCode } = person
  const typed = [name, email, phone, countryCode]
  const texts = [...typed, e164, address, `ip:${address}`, `mailbox:${email}`, `${email} ${address}`]
  texts.push(
    typed.join(''),
    typed.join(' '),
    JSON.stringify(typed),
    JSON.stringify({ ...person, consent: true }),
  )
  for (let at = time - 3000; at < time + 3000; at += 1)
    texts.push(`${at}`, `${at}${email}`, JSON.stringify([`${at}`, ...typed]), JSON.stringify([at, ...typed]))
  const bare = texts.flatMap((guess) =>
    ['md5', 'sha1', 'sha256'].map((algorithm) => digest(algorithm, guess)),
  )
  const ids = bare.filter((hash) => hash.length === 64).map(asId)
  return new Set([...bare, ...ids, ...ids.map((id) => digest('sha256', Buffer.from(id, 'hex')))])
}

/**
 * Calls `submit`, erases the person, and seals the other submissions. Returns whatever a thief could still find out
 * about the person.
 */
async function findAfterErasure(submit: (formId: string) => Promise<unknown>) {
  const logged: string[] = []
  const { info, error } = console
  console.info = console.error = (line: string) => logged.push(line)
  const time = Date.now()
  try {
    await submit(`${time}`)
  } finally {
    Object.assign(console, { info, error })
  }
  assert.match(logged.join(), /lead_created/)
  await query('select run_housekeeping()')
  const [erased] = await query(
    `select desk.erase_lead(id) ->> 'tombstones' as tombstones from leads where email = $1`,
    [person.email],
  )
  assert.equal(erased?.tombstones, '1')
  await query('select run_housekeeping()')
  const left = [...(await dump(query)), ...logged, ...database.notices].join('\n').toLowerCase()
  const suspected = guesses(time)
  const hashes = left.replaceAll(/(?<=[\da-f]{4})-(?=[\da-f]{4})/g, '').match(/[\da-f]{32,}/g) ?? []
  assert.ok(hashes.length > 3)
  return {
    data: [...Object.values(person), e164, address].filter(
      (value) => value.length > 2 && left.includes(value.toLowerCase()),
    ),
    hashes: hashes.filter((hash) => suspected.has(hash)),
  }
}

test('nobody is recognised from a dump and the logs after their erasure', async () => {
  const headers = new Headers({ 'x-forwarded-for': address, 'user-agent': 'Browser' })
  const lead = { ...person, consent: true } as const
  const found = await findAfterErasure((formId) => sendLead(lead, headers, new FormData(), formId))
  assert.deepEqual(found, { data: [], hashes: [] })
})

test('a person stored under a bare hash would be recognised', async () => {
  const found = await findAfterErasure((formId) => {
    const { name, email, phone, countryCode } = person
    const key = asId(digest('sha256', JSON.stringify([formId, name, email, phone, countryCode])))
    const hyphened = key.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    return post({
      body: JSON.stringify({ ...person, consent: true }),
      headers: { 'idempotency-key': hyphened },
    })
  })
  // There is such a hash in the log, in the tombstone and in the entry of the seal.
  assert.ok(found.hashes.length >= 2)
})
