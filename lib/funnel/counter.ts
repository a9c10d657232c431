import { setTimeout as pause } from 'node:timers/promises'
import type { FunnelEvent } from './funnel-event.ts'
import type { Beacon } from './read-beacon.ts'

export type FunnelCount = { variant: string; campaign: string; event: FunnelEvent; hits: number }

const usual = { flushEveryMs: 1_000, beaconsPerSecond: 1_000, campaigns: 200 }

/** Passes the sums to `send`, one call at a time, and again next time after a false. */
export function createCounter(send: (counts: FunnelCount[]) => Promise<boolean>, bounds = usual) {
  let counts = new Map<string, FunnelCount>()
  let campaigns = new Set<string>()
  let second = 0
  let beacons = 0
  let sending: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  function count({ variant, campaign, event, hits }: FunnelCount) {
    const isKept = campaigns.has(campaign) || campaigns.size < bounds.campaigns
    const kept = isKept ? campaign : 'other'
    campaigns.add(kept)
    const key = JSON.stringify([variant, kept, event])
    const before = counts.get(key)?.hits ?? 0
    counts.set(key, { variant, campaign: kept, event, hits: before + hits })
  }

  async function sendAll() {
    const taken = [...counts.values()]
    counts = new Map()
    campaigns = new Set()
    if (taken.length > 0 && !(await send(taken))) taken.forEach(count)
  }

  return {
    /** False after too many beacons in this second. Campaigns over the limit count as `other`. */
    add({ variant, campaign, events }: Beacon): boolean {
      const now = Math.floor(performance.now() / 1_000)
      if (now !== second) beacons = 0
      second = now
      beacons += 1
      if (beacons > bounds.beaconsPerSecond) return false
      for (const event of events) count({ variant, campaign, event, hits: 1 })
      return true
    },
    flush(): Promise<void> {
      next ??= pause(bounds.flushEveryMs)
        .then(() => sending)
        .then(() => {
          next = undefined
          sending = sendAll()
          return sending
        })
      return next
    },
  }
}
