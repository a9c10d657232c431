import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { createConnections } from '../../machine/connections.ts'
import { connectDatabase, isDatabaseAddress } from './connect-database.ts'
import { DeskError, explainDatabaseError, logins } from './desk-error.ts'
import { failureCode } from './failure-code.ts'

const format = 'leads-backup-1'
/** Characters of rows in one call. A longer row has a call of its own. */
const maxBlock = 500_000

const headSchema = z.object({
  format: z.literal(format),
  made_at: z.string(),
  /** The commit of the folder in which the backup was made, or ''. */
  commit: z.string(),
  tables: z.array(
    z.object({
      name: z.string().check(z.regex(/^\w+$/)),
      columns: z.array(z.string()),
      types: z.array(z.string()),
      rows: z.number(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.number() })),
})
export type BackupHead = z.infer<typeof headSchema>
const describedSchema = z.omit(headSchema, { format: true, made_at: true, commit: true })

type Query = (statement: string, values?: string[]) => Promise<Record<string, unknown>[]>

/**
 * A backup sees one state of the database. A restore must see the form that came last while it waited for its
 * locks.
 */
const modes = { backup: 'repeatable read, read only', restore: 'read committed' }

/** Runs the work in one transaction of the login in BACKUP_DB_URL. Throws a DeskError with a remedy. */
export async function inBackup<T>(
  url: string | undefined,
  mode: keyof typeof modes,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const { variable, role, set } = logins.backup
  if (!url) throw new DeskError('unset', `${variable} is not set. → ${set}`)
  if (!isDatabaseAddress(url))
    throw new DeskError('malformed', `${variable} is not the address of a database. → ${set}`)
  let name = ''
  try {
    const connections = createConnections(() => connectDatabase(url), 1)
    try {
      return await connections.transaction(
        async (sql) => {
          return await work(async (statement, values) => {
            name = /\bbackup\.\w+/.exec(statement)?.[0] ?? name
            return sql.unsafe(statement, values)
          })
        },
        begin(modes[mode], role),
      )
    } finally {
      await connections.close().catch(() => {})
    }
  } catch (error) {
    throw error instanceof DeskError ? error : explainDatabaseError(error, url, name, logins.backup)
  }
}

// A backup may take hours. A restore waits a minute for what else is running.
const begin = (mode: string, role: string) =>
  `begin isolation level ${mode}; select set_config('role', '${role}', true),
    set_config('statement_timeout', '0', true), set_config('lock_timeout', '60s', true)`

/** `made_at` and `commit` are for the head of the file. */
export async function describeBackup(
  query: Query,
  about: Pick<BackupHead, 'made_at' | 'commit'>,
): Promise<BackupHead> {
  const [row] = await query('select backup.describe() as described')
  return { format, ...about, ...describedSchema.parse(row?.described) }
}

/**
 * Yields lines of JSON: the head, each row, and the checksum of all this. Throws a DeskError if a table gave
 * fewer rows than it has.
 */
export async function* readBackup(query: Query, head: BackupHead): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const keep = (text: string) => {
    hash.update(text)
    return text
  }
  yield keep(`${JSON.stringify(head)}\n`)
  for (const { name, rows } of head.tables) {
    let count = 0
    await query(`declare stored no scroll cursor for select line from backup.read_rows('${name}') line`)
    for (;;) {
      const lines = await query('fetch 500 from stored')
      if (lines.length === 0) break
      count += lines.length
      yield keep(lines.map(({ line }) => `${name} ${line}\n`).join(''))
    }
    await query('close stored')
    if (count !== rows)
      throw new DeskError('incomplete', `${name} has ${rows} rows, but gave ${count}. No backup was made.`)
  }
  yield `end ${hash.digest('hex')}\n`
}

/**
 * Fills an empty database, and repeats the removals in the list. Returns the head and the answer of
 * desk.reapply_removals. Throws a DeskError if the text is incomplete, or the database has leads or another
 * schema.
 */
export async function restoreBackup(
  query: Query,
  text: AsyncIterable<Uint8Array>,
  removals: string,
): Promise<{ head: BackupHead; reapplied: unknown }> {
  const hash = createHash('sha256')
  let head: BackupHead | undefined
  let block = { name: '', lines: [] as string[], length: 0 }
  const send = async (name: string) => {
    if (block.length > 0)
      await query('select backup.take_lines($1::text, $2::text)', [block.name, block.lines.join('\n')])
    block = { name, lines: [], length: 0 }
  }
  let isWhole = false
  for await (const line of linesOf(text)) {
    if (isWhole) throw new DeskError('unread', `The file has more behind its end. ${nothing}`)
    const [, sum] = /^end ([0-9a-f]{64})$/.exec(line) ?? []
    if (sum) {
      isWhole = hash.digest('hex') === sum
      if (isWhole) continue
      break
    }
    hash.update(`${line}\n`)
    if (!head) {
      head = readHead(line)
      continue
    }
    const at = line.indexOf(' ')
    const name = line.slice(0, at)
    if (name !== block.name || block.length + line.length > maxBlock) await send(name)
    block.lines.push(line.slice(at + 1))
    block.length += line.length
  }
  if (!head || !isWhole)
    throw new DeskError('incomplete', `The file is damaged or cut off. ${nothing} → Take another backup.`)
  await send('')
  const values = [JSON.stringify(head), removals]
  const [row] = await query('select backup.restore($1::text::jsonb, $2::text) as reapplied', values).catch(
    (error) => explainRefusal(error, head),
  )
  return { head, reapplied: row?.reapplied }
}

const nothing = 'Nothing was restored.'

function readHead(line: string): BackupHead {
  try {
    return headSchema.parse(JSON.parse(line))
  } catch (error) {
    throw new DeskError('unread', `The file is no backup of npm run backup. ${nothing}`, error)
  }
}

/** Throws a DeskError for what backup.restore raises, and anything else as it is. */
function explainRefusal(error: unknown, head: BackupHead | undefined): never {
  const code = failureCode(error)
  const from = head?.commit ? `commit ${head.commit}` : 'the commit with which the backup was made'
  if (code === 'BK001')
    throw new DeskError(
      'refused',
      `The database has leads already. ${nothing} → Restore into a new project (docs/operate.md, Backup and restore)`,
    )
  if (code === 'BK002')
    throw new DeskError(
      'refused',
      `The backup has other tables than the database. ${nothing} → Check out ${from}, set up a new project with it, restore there, and then update`,
    )
  throw error
}

/** Of UTF-8. Only a line feed ends a line. */
async function* linesOf(text: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8')
  let parts: string[] = []
  for await (const chunk of text) {
    const [first = '', ...more] = decoder.decode(chunk, { stream: true }).split('\n')
    parts.push(first)
    for (const next of more) {
      yield parts.join('')
      parts = [next]
    }
  }
}
