import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import type { Settings } from '../settings.ts'

/**
 * Repeats the housekeeping every few seconds, and calls the function if there is work. A hosted project's
 * pg_cron does so every minute.
 */
export async function sweep(database: Database, settings: Settings, signal: AbortSignal) {
  while (!signal.aborted) {
    try {
      await sleep(settings.sweepSeconds * 1000, undefined, { signal })
      const ask = (statement: string, values: unknown[] = []) =>
        database.transaction((query) => query(statement, values))
      const steps = await ask('select unnest(private.housekeeping_steps()) as step')
      for (const { step } of steps)
        await ask('select public.run_housekeeping($1)', [step]).catch((error) => {
          if (!signal.aborted) console.error(`sweep: ${step}: ${error.message}`)
        })
      const [row] = await ask('select key from private.lead_claim_key where private.is_work_left()')
      if (!row) continue
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
