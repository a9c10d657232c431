import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { dataFolder, folderError, makeFolder } from './data-folder.ts'

type Env = Record<string, string | undefined>

/** The local stack's key does not open the live leads. */
const fileIn = (env: Env) => path.join(dataFolder(env), env.SUPABASE_DB_URL ? 'live-desk-key' : 'desk-key')

/**
 * Opens the desk, the gateway and the inbox: DESK_KEY, or the one in the data folder. For live leads it is
 * made from DESK_KEY and the database, so that the local stack's key does not open them.
 */
export function readDeskKey(env: Env): string | undefined {
  const { DESK_KEY, SUPABASE_DB_URL } = env
  if (!DESK_KEY) return readKeyFile(fileIn(env))
  if (!SUPABASE_DB_URL) return DESK_KEY
  const { username = '', host = '', pathname = '' } = URL.parse(SUPABASE_DB_URL) ?? {}
  return derive(DESK_KEY, `${username}@${host}${pathname}`)
}

const derive = (key: string, use: string) => createHmac('sha256', key).update(use).digest('base64url')

/**
 * As `readDeskKey`, but creates a missing key, in a file that only this user can read. If DESK_KEY is easy to
 * guess or cannot be in a URL, throws an error with its name. Also throws `folderError`s.
 */
export async function makeDeskKey(env: Env): Promise<string> {
  if (env.DESK_KEY && !/^[\w-]{16,}$/.test(env.DESK_KEY))
    throw new Error('DESK_KEY is too short or has other characters; set it to 16 or more letters and digits')
  const known = readDeskKey(env)
  if (known) return known
  await makeFolder(dataFolder(env))
  // If another process has made the key meanwhile, that one counts.
  try {
    writeFileSync(fileIn(env), newDeskKey(), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw folderError(dataFolder(env), `cannot be written (${code}); fix that`, error)
  }
  const made = readKeyFile(fileIn(env))
  if (!made) throw new Error(`The key in ${fileIn(env)} cannot be read; delete the file`)
  return made
}

export const newDeskKey = () => randomBytes(24).toString('base64url')

/**
 * Opens the pages at a port. Differs by port and does not reveal the key: who listens at a closed inbox's
 * port learns nothing that opens the desk.
 */
export const passwordAt = (port: number, key: string) => derive(key, String(port))

/** Does not reveal the desk's key to the page. */
export const siteSecretOf = (key: string) => derive(key, 'site secret')

/** The page does not learn it. */
export const reportSecretOf = (key: string) => derive(key, 'report secret')

export const publishableKeyOf = (key: string) => `sb_publishable_${derive(key, 'publishable key')}`

export const tryKeyOf = (key: string) => derive(key, 'try key')

/**
 * With its login, which browsers send to this port only. Show it only to this machine's user. `localhost`
 * could be the IPv6 address, where another user may listen.
 */
export const withKey = (port: number, key: string) =>
  `http://desk:${passwordAt(port, key)}@127.0.0.1:${port}/`

function readKeyFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
