import { projectOf } from '../../core/connect-database.ts'
import type { Variables } from '../../doctor/target.ts'

/** Live leads, or the tests of this machine. The words name the database, too. */
export type Place = { isLive: boolean; words: string }

/**
 * Every database that the operator named counts as live, even at an address of this machine: a tunnel may
 * lead to any other.
 */
export function placeOf({ SUPABASE_DB_URL, SUPABASE_URL }: Variables): Place {
  if (!SUPABASE_DB_URL) return { isLive: false, words: 'TEST · this machine' }
  const name = projectOf(SUPABASE_DB_URL) ?? projectOf(SUPABASE_URL) ?? URL.parse(SUPABASE_DB_URL)?.host
  return { isLive: true, words: `LIVE · ${name}` }
}
