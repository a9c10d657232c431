import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { campaignKeys, leadRequestSchema } from '../../../supabase/functions/_shared/lead-request.ts'
import { openDatabase } from '../open-database.ts'

const database = await openDatabase()
after(() => database.close())
const { query } = database

// The texts are random, because Postgres cannot compress random text. In some texts, each character takes three
// bytes. In others, each takes one byte. Some consist of short words.
const signs = (length: number) =>
  Array.from(randomBytes(length), (byte) => String.fromCodePoint(0x4e00 + 80 * byte)).join('')
const letters = (length: number) => randomBytes(length).toString('base64').slice(0, length)
const words = (length: number, blank: string) =>
  randomBytes(length).toString('hex').replace(/../g, `$&${blank}`).slice(0, length)

/**
 * Returns the largest submission that the contract accepts. Some fields are so long that the contract shortens them.
 * The consent text is like the one on the page.
 */
function largest() {
  const { context, countryCode, ...lead } = leadRequestSchema.parse({
    name: `${signs(110)}${words(89, ' ')}x`,
    email: `${words(305, '.')}@a.example.com`,
    phone: signs(100),
    countryCode: 'US',
    consent: true,
    context: {
      ...{ page: letters(9_000), referrer: letters(9_000), userAgent: letters(9_000) },
      campaign: Object.fromEntries(campaignKeys.map((key) => [key, signs(300)])),
    },
  })
  const consent = { consent_text: letters(700), consent_version: '2026-11' }
  return [
    { ...lead, country_code: countryCode },
    { ...context, ...consent, user_agent: context?.userAgent, ip_hash: 'a'.repeat(64), webhook: true },
  ]
}

/** Returns the size of all tables and indexes in bytes, without what vacuum stores about their free space. */
const databaseBytes = async () => {
  const [row] = await query(`select sum(pg_relation_size(oid)) as bytes from pg_class
    where relnamespace in ('private'::regnamespace, 'pg_toast'::regnamespace)`)
  return Number(row?.bytes)
}

test('with the largest submissions a source writes 13 MB a day at most, a hundred sources 600 MB', async () => {
  const [limits] = await query('select * from lead_settings')
  const {
    day_refuse_after: most,
    day_hold_after: each,
    crowd_refuse_after: shared,
  } = limits as Record<string, number>
  const accept = () => query('select accept_lead($1, $2, $3)', [crypto.randomUUID(), ...largest()])
  const before = await databaseBytes()
  for (let count = 0; count < Number(most); count += 1) await accept()
  await query('select seal_submissions()')
  const written = (await databaseBytes()) - before
  assert.ok(written < 13e6, `${written} bytes`)
  await assert.rejects(accept(), { code: 'PT429' })
  const ofHundred = (written / Number(most)) * (100 * Number(each) + Number(shared))
  assert.ok(ofHundred < 600e6, `${ofHundred} bytes of a hundred sources`)
})
