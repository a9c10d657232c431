import { spawnSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip, createGzip, type Gunzip, type Gzip } from 'node:zlib'
import type { Command } from 'commander'
import { type BackupHead, describeBackup, inBackup, readBackup, restoreBackup } from '../core/backup.ts'
import { projectOf } from '../core/connect-database.ts'
import { DeskError } from '../core/desk-error.ts'
import { describeReapplied } from '../core/erasure.ts'
import { failureCode } from '../core/failure-code.ts'
import { counted, countedPeople } from '../core/figures.ts'
import { readLists } from './read-removals.ts'
import type { Context } from './terminal.ts'
import { write } from './write.ts'

/** With the login in BACKUP_DB_URL. */
export function addBackup(program: Command, context: Context) {
  program
    .command('backup')
    .description('Writes all that the database stores into one file. Nobody but you can read the file.')
    .option('--out <file>', 'another file than leads-<date>.backup')
    .option('--force', 'replace a file that exists')
    .action(async ({ out = fileName(new Date()), force }: { out?: string; force?: true }) => {
      const head = await writeBackup(context, { out, ...(force && { force }) })
      context.stdout.write(`${out} has ${describe(head, context)}. Nobody but you can read it.
It has the keys behind the links in emails, too. Encrypt it before it leaves this machine, and delete it by the date that you promise when you erase somebody.
`)
    })

  program
    .command('restore <file>')
    .description('Puts a backup into a new project that has no lead yet: all of it, or nothing.')
    .option(
      '--removals <files...>',
      'lists of `leads removals`, or saved emails “Keep this email”, to repeat',
    )
    .option('--no-removals', 'nobody was erased, and nobody said stop, since the backup')
    .action(async (file: string, { removals }: { removals?: string[] | boolean }) => {
      if (!Array.isArray(removals) && removals !== false)
        throw new DeskError(
          'unset',
          'A backup brings back everybody who was erased or said stop since. → Give --removals <file>: the output of npm run leads -- removals from the old database, or the newest email “Keep this email” as text. If there is nothing to repeat, give --no-removals',
        )
      const list = Array.isArray(removals) ? await readLists(removals) : ''
      const done = await inBackup(context.env.BACKUP_DB_URL, 'restore', async (query) => {
        const { head, reapplied } = await restoreBackup(query, readFile(file), list)
        return { head, outcome: list && describeReapplied(reapplied) }
      })
      const outcome = done.outcome ? `${done.outcome}\n` : ''
      context.stdout.write(`Restored ${describe(done.head, context)}, as of ${done.head.made_at}.
${outcome}Now run npm run setup, which brings the function and the page to this database. Then run npm run verify and npm run doctor.
`)
    })
}

async function writeBackup(context: Context, options: { out: string; force?: true }): Promise<BackupHead> {
  return inBackup(context.env.BACKUP_DB_URL, 'backup', async (query) => {
    const head = await describeBackup(query, { made_at: new Date().toISOString(), commit: commitHere() })
    let failure: unknown
    async function* text() {
      try {
        yield* readBackup(query, head)
      } catch (error) {
        failure = error
        throw error
      }
    }
    try {
      await write(through(text(), createGzip()), options, context)
    } catch (error) {
      if (failure || error instanceof DeskError) throw failure ?? error
      throw new DeskError('unwritten', `${options.out} cannot be written (${failureCode(error)}).`, error)
    }
    return head
  })
}

/** The stream also fails if the source does. */
function through(source: AsyncIterable<string | Uint8Array>, stream: Gzip | Gunzip) {
  pipeline(source, stream, () => {})
  return stream
}

/** Throws a DeskError for a file that is unreadable or cut off. */
async function* readFile(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* through(createReadStream(file), createGunzip())
  } catch (error) {
    const code = failureCode(error)
    const why = /^Z_|^ERR_/.test(code) ? 'is no whole backup' : 'cannot be read'
    throw new DeskError('unread', `${file} ${why} (${code}). Nothing was restored.`, error)
  }
}

function describe({ tables }: BackupHead, { env }: Context): string {
  const rowsOf = (table: string) => tables.find(({ name }) => name === table)?.rows ?? 0
  const project = projectOf(env.BACKUP_DB_URL)
  const what = [
    countedPeople(rowsOf('leads')),
    counted(rowsOf('lead_submissions'), 'submission'),
    counted(rowsOf('outbox'), 'message'),
  ]
  return `${what.join(', ')} and all else${project ? ` of project ${project}` : ''}`
}

const fileName = (now: Date) => {
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString()
  return `leads-${local.slice(0, 16).replace('T', '-').replace(':', '')}.backup`
}

/** '' without git. */
const commitHere = () => {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}
