import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { dataFolder, makeFolder } from './data-folder.ts'

type Env = Record<string, string | undefined>

/** The desk of the live leads has a key of its own, so that whoever learns the key of the local stack cannot open it. */
const fileIn = (env: Env) => path.join(dataFolder(env), env.SUPABASE_DB_URL ? 'live-desk-key' : 'desk-key')

/**
 * Returns the key that opens the desk, the gateway and the inbox. The key is DESK_KEY, or the one in the data folder.
 */
export const readDeskKey = (env: Env): string | undefined => env.DESK_KEY || readKeyFile(fileIn(env))

/**
 * Returns the same key as `readDeskKey`. If there is no key yet, creates one and stores it in a file that only this
 * user can read. If DESK_KEY is easy to guess or cannot be part of a URL, throws an error that names this variable.
 * Also throws `folderError`s.
 */
export async function makeDeskKey(env: Env): Promise<string> {
  if (env.DESK_KEY && !/^[\w-]{16,}$/.test(env.DESK_KEY))
    throw new Error('DESK_KEY is too short or has other characters; set it to 16 or more letters and digits')
  const known = readDeskKey(env)
  if (known) return known
  await makeFolder(dataFolder(env))
  // Another process may have made the key in the meantime. Then that key counts.
  try {
    writeFileSync(fileIn(env), newDeskKey(), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const made = readKeyFile(fileIn(env))
  if (!made) throw new Error(`The key in ${fileIn(env)} cannot be read; delete the file`)
  return made
}

export const newDeskKey = () => randomBytes(24).toString('base64url')

/** Returns the address of a local page, with the key in it. Show this address only to the user of this machine. */
export const withKey = (port: number, key: string) => `http://localhost:${port}/?key=${key}`

function readKeyFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
