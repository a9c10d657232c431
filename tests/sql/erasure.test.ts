import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { claim } from './claim.ts'
import { dump } from './dump.ts'
import { openTestDesk } from './open-test-desk.ts'
import { unsubscribeByLink } from './unsubscribe-by-link.ts'

const { database, query, desk, accept } = await openTestDesk()
after(() => database.close())
const { queryAs } = database

const number = '+12015550123'
const email = 'Oblivia.Me+now@Gmail.com'
const spellings = [email, email.toLowerCase(), 'oblivia.me@gmail.com', 'obliviame@gmail.com']
const lead = { name: 'Oblivia Person', email, phone: '(201) 555-0123', phone_e164: number }
const source = {
  ...{ ip_hash: 'fe'.repeat(32), network_hash: 'ad'.repeat(32), user_agent: 'Netscape 4', webhook: true },
  ...{ page: 'https://example.com/oblivia-page', campaign: { utm_campaign: 'oblivia-campaign' } },
}

const later = () => query('do $$ begin while clock_timestamp() = now() loop end loop; end $$')
const sweep = () => query('select run_housekeeping()')
async function text(words: string, meaning: string, id: string) {
  await later()
  await query('select receive_text($1, $2, $3, $4)', [number, words, meaning, id])
}
/** Sends all emails and webhooks that are due. Returns them. */
async function deliver() {
  await sweep()
  const rows = [...(await claim(database, 100)), ...(await claim(database, 100, 'claim_webhooks'))]
  for (const { id, attempt } of rows)
    await queryAs('service_role', `select settle_message($1, $2, 'sent')`, [id, attempt])
  return rows
}
const report = (kind: string, messageId: string | null = null) =>
  query(`select record_mail_events('postmark', $1)`, [
    [{ id: crypto.randomUUID(), kind, mailbox: email, messageId, at: new Date().toISOString() }],
  ])
const ofHer = (call: string) => query(`select ${call} from leads where name = $1`, [lead.name])
const digests = (value: string) =>
  ['md5', 'sha1', 'sha256'].map((algorithm) => createHash(algorithm).update(value).digest('hex'))

/** Returns which of the traces are in the tables. A hash may be cut to a UUID. */
async function find(traces: string[]) {
  const tables = (await dump(query))
    .join('\n')
    .toLowerCase()
    .replaceAll(/(?<=[\da-f]{4})-(?=[\da-f]{4})/g, '')
  return traces.filter((trace) => tables.includes(trace.toLowerCase()))
}

test('of somebody who used every feature, an erasure leaves a number, that it is stopped, and since when', async () => {
  await query(
    `update lead_settings set double_opt_in = true, measure_watching = true, remind_after = '1 day'`,
  )
  await accept(lead, source)
  const [mail] = (await deliver()).filter(({ kind }) => kind === 'visitor')
  await later()
  await query('select confirm_lead($1, $2)', [mail?.token, { consent_text: 'Mine, Oblivia.', webhook: true }])
  await query(
    `update outbox set queued_at = queued_at - interval '25 hours', claimed_at = claimed_at - interval '25 hours'`,
  )
  await accept({ ...lead, name: 'Oblivia Person' }, { ...source, variant: 'oblivia-variant' })
  await deliver()
  await query(`update leads set remind_at = now() - interval '1 minute'`)
  assert.ok((await deliver()).some(({ event }) => event === 'reminder'))
  await ofHer(`may_watch(lead_token(secret, 'watch'))`)
  await ofHer(`store_watched(lead_token(secret, 'watch'), 25)`)
  const [person] = await ofHer('id')
  for (const kind of ['note', 'called'])
    await desk('record_contact', { person: person?.id, kind, words: `oblivia-${kind}` })
  await text('When is it, Oblivia?', 'other', 'SM1')
  await report('bounced hard', String(mail?.id))
  await desk('lift_suppression', { id: person?.id, reason: 'bounced', note: 'oblivia-lifted' })
  await unsubscribeByLink(database, email)
  await text('STOP, said Oblivia', 'stop', 'SM2')
  await deliver()
  await later()
  await desk('lift_stop', { phone: number, note: 'oblivia-called' })
  await later()
  await ofHer(`stop_lead(lead_token(secret, 'stop'))`)
  await text('STOP, said Oblivia again', 'stop', 'SM3')
  await deliver()

  const data = [
    ...spellings,
    ...['oblivia', 'netscape', lead.phone, source.ip_hash, String(person?.id).replaceAll('-', '')],
    ...['oblivia-note', 'oblivia-called', 'oblivia-lifted', 'stop, said'],
  ]
  const hashes = spellings.flatMap((spelling) =>
    ['', 'suppressed ', 'mailbox:'].flatMap((prefix) => digests(prefix + spelling)),
  )
  const guessed = [...hashes, ...hashes.map((hash) => hash.slice(0, 32))]
  assert.deepEqual(
    await find(data),
    data.filter((value) => value !== 'oblivia.me@gmail.com'),
  )
  await desk('erase_lead', { id: person?.id })
  const told = await deliver()
  assert.deepEqual(told.map(({ event }) => event).filter(Boolean), ['erased'])
  await query(`delete from outbox where event = 'erased'`)
  assert.deepEqual(await find([...data, ...guessed]), [])
  assert.deepEqual(
    await query('select phone_e164, stopped_at is not null as is_dated from stopped_numbers'),
    [{ phone_e164: number, is_dated: true }],
  )
  assert.deepEqual(await query('select is_suppressed($1)', [email]), [{ is_suppressed: true }])
})
