import { mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Outcome } from './answer.ts'
import type { Submission } from './submission.ts'

export type LedgerEntry =
  | { at: 'send'; submission: Submission }
  | { at: 'answer'; key: string; outcome: Outcome; status: number; ms: number }

export type Ledger = Awaited<ReturnType<typeof openLedger>>

/** A file that holds what is about to be sent before it is sent. Lines written at the same time share one fsync. */
export async function openLedger(file: string) {
  await mkdir(path.dirname(file), { recursive: true })
  const handle = await open(file, 'w')
  let waiting: string[] = []
  let current = Promise.resolve()
  let next: Promise<void> | undefined
  let isClosed = false

  function append(entry: LedgerEntry): Promise<void> {
    // Of an experiment that failed: its visitors go on for a while.
    if (isClosed) return Promise.resolve()
    waiting.push(`${JSON.stringify(entry)}\n`)
    next ??= current.then(() => {
      const lines = waiting.join('')
      waiting = []
      next = undefined
      current = handle.appendFile(lines).then(() => handle.sync())
      return current
    })
    return next
  }

  return {
    append,
    /** What the file holds, whatever this process remembers. */
    async read(): Promise<LedgerEntry[]> {
      const lines = (await readFile(file, 'utf8')).split('\n')
      return lines.filter(Boolean).map((line) => JSON.parse(line))
    },
    async close() {
      isClosed = true
      await Promise.all([current, next])
      await handle.close()
    },
  }
}
