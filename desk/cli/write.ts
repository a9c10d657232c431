import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { DeskError } from '../core/desk-error.ts'
import type { Terminal } from './terminal.ts'

/**
 * To standard output, or to a new file that only its owner can read. Throws a DeskError if the file exists,
 * unless `force` is true.
 */
export async function write(
  text: Iterable<string> | AsyncIterable<string | Uint8Array>,
  { out, force }: { out?: string; force?: true },
  { stdout }: Pick<Terminal, 'stdout'>,
) {
  if (out === undefined) return await pipeline(text, stdout, { end: false })
  if (!force && existsSync(out))
    throw new DeskError('exists', `${out} exists already. Choose another name, or --force replaces it.`)
  // A random name and `wx`: nobody who may write to the folder can own the file beforehand.
  const part = `${out}.${randomUUID()}.part`
  const file = await open(part, 'wx', 0o600)
  try {
    await pipeline(text, file.createWriteStream())
    await rename(part, out)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
