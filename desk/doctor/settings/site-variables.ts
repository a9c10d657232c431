import { parseBuildEnv, parseServerEnv } from '../../../lib/env-schema.ts'
import { isLoopback } from '../../core/connect-database.ts'
import { fault, ok, type Result } from '../result.ts'
import type { Seen } from '../seen.ts'
import type { Target } from '../target.ts'

const check = 'site variables'

/** Whether the site can run with its variables; one fault for each that is missing or malformed. */
export function checkSiteVariables({ target }: Seen): Result[] {
  const faults = [...readFaults(target), ...findUnfit(target)].map(([variable, words]) =>
    fault(
      check,
      `${variable} ${words}.`,
      `Set ${variable} where the site runs (Vercel: project settings, environment variables) and in operator.env here`,
    ),
  )
  return faults.length > 0 ? faults : [ok(check, 'Every variable of the site is valid.')]
}

type Fault = [variable: string, words: string]

function readFaults({ isLocal, variables: { SUPABASE_DB_URL: _, ...variables } }: Target): Fault[] {
  try {
    // The local stack gives the site the address and the key.
    if (isLocal) parseBuildEnv(variables)
    else parseServerEnv(variables)
    return []
  } catch (error) {
    const list = (error as Error).message.replace(/^Wrong settings: /, '').split('; ')
    return list.map((text) => [text.split(' ', 1)[0] ?? '', text.slice(text.indexOf(' ') + 1)])
  }
}

// What a machine of one's own may do without, and a page for visitors may not.
function findUnfit({ isLocal, siteUrl, supabaseUrl, variables }: Target): Fault[] {
  if (isLocal) return []
  const faults: Fault[] = []
  if (!siteUrl) faults.push(['SITE_URL', 'is missing'])
  if (siteUrl && isLoopback(siteUrl) && !isLoopback(supabaseUrl ?? '')) {
    faults.push(['SITE_URL', 'names this machine, so links in mails and previews lead nowhere'])
  }
  if (variables.VIDEO_URL === undefined)
    faults.push(['VIDEO_URL', 'is missing, so visitors see the sample video'])
  return faults
}
