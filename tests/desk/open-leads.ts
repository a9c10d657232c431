import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import { commandIn } from './command-in.ts'
import { openTestDatabase } from './open-test-database.ts'

/**
 * Opens a database with three leads. The email to Bob has failed. Closes the database after the tests of the
 * file.
 */
export async function openLeads() {
  const { url, query, accept, close } = await openTestDatabase()
  const command = commandIn({ SUPABASE_DB_URL: url })
  const folder = await mkdtemp(path.join(tmpdir(), 'leads-'))
  after(async () => {
    await close()
    await rm(folder, { recursive: true })
  })

  await accept('ada@example.org', { name: 'Ada =1+1', phone: '+1 555 0123' })
  await accept('bob@example.org', { name: 'Bob' }, { campaign: { utm_campaign: 'spring', gclid: '007' } })
  await accept('cyd@example.org', { name: 'Cyd \u202e' }, { variant: 'b' })
  await query('select run_housekeeping()')
  await query(`update outbox set status = 'failed', reason = 'rejected', attempts = 7, last_error = 'EENVELOPE RCPT TO 550 5.1.1 no such user'
    where kind = 'visitor' and lead_id = (select id from leads where name = 'Bob')`)

  return {
    ...{ url, query, accept, folder },
    leads: (...args: string[]) => command('leads', ...args),
    /** Starts `npm run leads` as a process of its own, in a folder that has no .env files. */
    start(...args: string[]) {
      const { PATH, NODE_ENV, NODE_COMPILE_CACHE } = process.env
      return spawn(
        process.execPath,
        [path.join(import.meta.dirname, '../../desk/cli/run.ts'), 'leads', ...args],
        {
          cwd: folder,
          env: { PATH, NODE_ENV, NODE_COMPILE_CACHE, SUPABASE_DB_URL: url },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      )
    },
  }
}
