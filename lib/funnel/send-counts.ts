import 'server-only'
import { serverEnv } from '@/lib/env'
import { logFailure } from '@/lib/server/log-failure'
import { supabase } from '@/lib/server/supabase'
import type { FunnelCount } from './counter'

const timeoutMs = 5_000

/** Nothing in a preview. Returns whether the database took the counts. Never throws. */
export async function sendCounts(counts: FunnelCount[]): Promise<boolean> {
  try {
    if (serverEnv().VERCEL_ENV === 'preview') return true
    const signal = AbortSignal.timeout(timeoutMs)
    const { error } = await supabase().rpc('count_funnel_events', { counts }).abortSignal(signal)
    if (!error) return true
    logFailure('funnel_not_counted', error.code || 'no answer')
  } catch (error) {
    logFailure('funnel_not_counted', error instanceof Error ? error.message : 'unknown')
  }
  return false
}
