import { env } from 'node:process'
import { openDatabase, readSchema } from '../sql/open-database.ts'
import { openPGlite } from '../sql/open-empty-database.ts'
import { sampleLead } from '../sql/sample-lead.ts'
import { openWire } from './open-wire.ts'

const context = {
  consent_text: 'I agree to be called.\u001b',
  consent_version: '2026-11',
  page: 'https://example.com/training',
  user_agent: 'Mozilla/5.0 (X11)',
  ip_hash: 'ab'.repeat(32),
}

type Query = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>

/**
 * Opens a database that is migrated and has no leads. The database is on the server at TEST_DATABASE_URL. If this
 * variable is not set, the database runs in this process.
 */
export async function openTestDatabase() {
  const { url, query, close } = env.TEST_DATABASE_URL ? await openDatabase() : await openEmbedded()
  return {
    /** The address of the database, as it would be in SUPABASE_DB_URL. */
    url: String(url),
    /**
     * Runs statements as the superuser. Takes one statement with values, or several without values. Returns the rows
     * of the last statement.
     */
    query: query as Query,
    /** Stores a lead with this email address. `lead` and `changes` replace fields of the sample lead and of its context. */
    accept: (email: string, lead: object = {}, changes: object = {}) =>
      query('select accept_lead(gen_random_uuid(), $1, $2)', [
        sampleLead({ email, ...lead }),
        { ...context, ...changes },
      ]),
    close,
  }
}

async function openEmbedded() {
  const db = await openPGlite(await readSchema())
  const wire = await openWire(db)
  return {
    url: wire.url,
    query: (sql: string, values?: unknown[]) =>
      wire.alone(
        async () => (values ? await db.query(sql, values) : (await db.exec(sql)).at(-1))?.rows ?? [],
      ),
    async close() {
      wire.close()
      await db.close()
    },
  }
}
