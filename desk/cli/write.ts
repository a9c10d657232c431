import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { DeskError } from '../core/open-desk.ts'
import type { Terminal } from './terminal.ts'

/**
 * Writes a text on standard output or into a file, which appears once it is whole and which only its owner may read. Throws a
 * DeskError for a file that exists, unless `force`, or the system's error for the file.
 */
export async function write(
  text: Iterable<string> | AsyncIterable<string>,
  { out, force }: { out?: string; force?: true },
  { stdout }: Pick<Terminal, 'stdout'>,
) {
  if (out === undefined) return await pipeline(text, stdout, { end: false })
  if (!force && existsSync(out))
    throw new DeskError('exists', `${out} exists already. Choose another name, or --force replaces it.`)
  const part = `${out}.part`
  try {
    await pipeline(text, createWriteStream(part, { mode: 0o600 }))
    await rename(part, out)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
