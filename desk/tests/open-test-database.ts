import { readSchema } from '../../supabase/tests/open-database.ts'
import { openPGlite } from '../../supabase/tests/open-empty-database.ts'
import { sampleLead } from '../../supabase/tests/sample-lead.ts'
import { openWire } from './open-wire.ts'

const context = {
  consent_text: 'I agree to be called.\u001b',
  consent_version: '2026-11',
  page: 'https://example.com/training',
  user_agent: 'Mozilla/5.0 (X11)',
  ip_hash: 'ab'.repeat(32),
}

/** Opens a migrated database without leads in this process, and serves it as a SUPABASE_DB_URL. */
export async function openTestDatabase() {
  const db = await openPGlite(await readSchema())
  const wire = await openWire(db)
  async function query<Row>(sql: string, values?: unknown[]): Promise<Row[]> {
    const result = values ? await db.query(sql, values) : (await db.exec(sql)).at(-1)
    return (result?.rows ?? []) as Row[]
  }
  return {
    url: wire.url,
    /** Runs one statement with its values, or several without, as superuser; returns the rows of the last one. */
    query,
    /** Stores a lead with this address, with these changes to it and to its context. */
    accept: (email: string, lead: object = {}, changes: object = {}) =>
      query('select accept_lead(gen_random_uuid(), $1, $2)', [
        sampleLead({ email, ...lead }),
        { ...context, ...changes },
      ]),
    /** Returns what the work returns, with all that it did to the database undone. */
    rollBackAfter: <Result>(work: () => Promise<Result>) =>
      db.exec('begin').then(() => work().finally(() => db.exec('rollback'))),
    async close() {
      wire.close()
      await db.close()
    },
  }
}
