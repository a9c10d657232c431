import { type Health, healthSchema } from '../../../supabase/functions/_shared/health.ts'
import { failureCode } from '../../core/failure-code.ts'
import type { Target } from '../target.ts'

/** How the function answered: with its health, with something else, or not at all. */
export type FunctionAnswer =
  | { kind: 'health'; health: Health }
  | { kind: 'other'; status: number; error: string }
  | { kind: 'silent'; code: string }

/** The address at which anybody with a key asks the function for its health. */
const healthUrl = ({ supabaseUrl }: Target) => `${supabaseUrl}/functions/v1/send-lead-email/health`

/** Asks with the site's own key. The local stack makes a new key at each start, so there its gateway puts the key in. */
export function askWithKey(target: Target): Promise<FunctionAnswer> {
  const { isLocal, mail, supabaseUrl, variables } = target
  if (isLocal) return ask(`${supabaseUrl}/doctor/function`, undefined, mail)
  return ask(healthUrl(target), variables.SUPABASE_SECRET_KEY, mail)
}

/** Asks with a key that no project has. */
export function askWithWrongKey(target: Target): Promise<FunctionAnswer> {
  return ask(healthUrl(target), `sb_secret_${crypto.randomUUID()}`, false)
}

async function ask(url: string, apikey: string | undefined, mail: boolean): Promise<FunctionAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apikey && { apikey }) },
      body: JSON.stringify({ mail }),
      redirect: 'error',
      // The function takes 15 s at most for what it tries out, and the hosted one may have to start first.
      signal: AbortSignal.timeout(30_000),
    })
    const body = await response.json().catch(() => undefined)
    const health = healthSchema.safeParse(body)
    if (response.ok && health.success) return { kind: 'health', health: health.data }
    return { kind: 'other', status: response.status, error: String(body?.error ?? body?.code ?? '') }
  } catch (error) {
    return { kind: 'silent', code: failureCode(error) }
  }
}
