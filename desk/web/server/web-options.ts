import { isLoopback } from '../../core/connect-database.ts'
import type { Project } from '../../core/open-web.ts'

/** The desk's own address, the project, and the key that opens public.desk_try alone. */
export type WebOptions = { origin: string; project: Project; tryKey: string }

type Variables = Record<string, string | undefined>

/** With one of these, an intruder on this server would get all leads. */
const forbidden = [
  'SUPABASE_SECRET_KEY',
  'SUPABASE_SECRET_KEYS',
  'SUPABASE_SERVICE_ROLE_KEY',
  'SUPABASE_DB_URL',
]

/** Throws an error with the variable and the remedy. */
export function readWebOptions(variables: Variables): WebOptions {
  for (const name of forbidden)
    if (variables[name])
      throw new Error(
        `${name} is set. → Remove it here: the desk on the web must not have a key to all leads`,
      )
  const need = (name: string, what: string) => {
    const value = variables[name]?.trim()
    if (!value) throw new Error(`${name} is not set. → Set it to ${what}; npm run setup -- desk does it`)
    return value
  }
  const address = need('DESK_URL', 'the address of this desk, such as https://desk.example.org')
  const url = need('SUPABASE_URL', 'the address of the project')
  const publishableKey = need('SUPABASE_PUBLISHABLE_KEY', 'the publishable key of the project')
  const tryKey = need('DESK_TRY_KEY', 'the key that setup has made')
  for (const [name, value] of Object.entries({ DESK_URL: address, SUPABASE_URL: url })) {
    const { protocol } = URL.parse(value) ?? {}
    if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(value)))
      throw new Error(`${name} is no address that begins with https://`)
  }
  if (!/^sb_publishable_/.test(publishableKey))
    throw new Error('SUPABASE_PUBLISHABLE_KEY is no key that begins with sb_publishable_')
  if (tryKey.length < 32) throw new Error('DESK_TRY_KEY is too short. → Use the key that setup has made')
  return {
    origin: new URL(address).origin,
    project: { url: url.replace(/\/+$/, ''), publishableKey },
    tryKey,
  }
}
