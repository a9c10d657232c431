import { fault, ok, type Result, unseen } from '../result.ts'
import type { Seen } from '../seen.ts'

const check = 'secret key'
const remedy = 'Put in a secret key of the project (dashboard, Settings, API keys); it begins with sb_secret_'

/** Whether SUPABASE_SECRET_KEY is of the right kind. The key itself is never shown. */
export function checkSecretKey({ target }: Seen): Result[] {
  if (target.isLocal) return [ok(check, 'The local stack makes a key of its own at each start.')]
  const key = target.variables.SUPABASE_SECRET_KEY
  if (!key) return [unseen(check, 'SUPABASE_SECRET_KEY is not set.', remedy)]
  const words = findFault(key)
  return [
    words
      ? fault(check, `SUPABASE_SECRET_KEY ${words}.`, remedy)
      : ok(check, 'SUPABASE_SECRET_KEY is a secret key.'),
  ]
}

function findFault(key: string): string | undefined {
  if (/^sb_secret_[\w-]+$/.test(key)) return undefined
  if (/^["'\s]|["'\s]$/.test(key)) return 'has quotes or spaces around it'
  if (key.startsWith('sb_publishable_')) return 'holds a publishable key, which anybody may know'
  const role = readRole(key)
  if (role === 'service_role') return 'holds the legacy service_role key, which the function does not accept'
  if (role === 'anon') return 'holds the legacy anon key, which anybody may know'
  return 'holds something that is no key of Supabase'
}

/** The legacy keys are JWTs with the role among their claims. */
function readRole(key: string): unknown {
  try {
    return JSON.parse(Buffer.from(key.split('.')[1] ?? '', 'base64url').toString()).role
  } catch {
    return undefined
  }
}
