import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import type { Settings } from '../settings.ts'

/**
 * Calls the function every few seconds while mails are due. In a hosted project, pg_cron makes this call every
 * minute.
 */
export async function sweep(database: Database, settings: Settings, signal: AbortSignal) {
  while (!signal.aborted) {
    try {
      await sleep(settings.sweepSeconds * 1000, undefined, { signal })
      const statement = 'select public.run_housekeeping() as is_due, key from private.lead_claim_key'
      const [row] = await database.transaction((query) => query(statement))
      if (!row?.is_due) continue
      const response = await fetch(`http://127.0.0.1:${settings.functionPort}/send-lead-email/sweep`, {
        method: 'POST',
        headers: { 'x-claim-key': String(row.key) },
        signal: AbortSignal.any([signal, AbortSignal.timeout(60_000)]),
      })
      await response.body?.cancel()
      if (!response.ok) console.error(`sweep: the function answered ${response.status}`)
    } catch (error) {
      if (!signal.aborted) console.error(`sweep: ${error instanceof Error ? error.message : error}`)
    }
  }
}
