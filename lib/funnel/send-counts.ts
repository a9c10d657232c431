import 'server-only'
import { serverEnv } from '@/lib/env'
import { supabase } from '@/lib/server/supabase'
import type { FunnelCount } from './counter'

/** Longer than the statement may take. */
const timeoutMs = 5_000

/** Has the database add sums to its own. Gives whether it did; if not, logs a code. Never throws. */
export async function sendCounts(counts: FunnelCount[]): Promise<boolean> {
  try {
    // Who looks at a preview is no visitor.
    if (serverEnv().VERCEL_ENV === 'preview') return true
    const signal = AbortSignal.timeout(timeoutMs)
    const { error } = await supabase().rpc('count_funnel_events', { counts }).abortSignal(signal)
    if (!error) return true
    report(error.code || 'no answer')
  } catch (error) {
    report(error instanceof Error ? error.message : 'unknown')
  }
  return false
}

function report(code: string): void {
  // biome-ignore lint/suspicious/noConsole: the operator should know that the counts lack something
  console.error(JSON.stringify({ event: 'funnel_not_counted', code }))
}
