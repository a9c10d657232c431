import type { MiddlewareHandler } from 'hono'
import type { Desk } from '../../core/open-desk.ts'
import { keepClock, todaysName, zoneOfNode } from '../../core/period.ts'
import { changeSettings } from '../../core/settings.ts'

const keptFor = 10_000

/**
 * Returns a middleware that shows all pages in the operator's time zone. If nobody has chosen a zone yet, the zone of
 * this machine becomes the operator's, under a name that the database knows. If it knows none, days are in UTC, and each
 * page says so. Asks the database again after each post, and otherwise every ten seconds.
 */
export function createClock(desk: Desk): MiddlewareHandler {
  const own = zoneOfNode()
  let readAt = Number.NEGATIVE_INFINITY
  async function read() {
    if (!(await keepClock(desk))) {
      for (const name of new Set([todaysName(own), own])) {
        const faults = await changeSettings(desk, { time_zone: name })
        if (Object.keys(faults).length === 0) break
      }
      await keepClock(desk)
    }
    readAt = performance.now()
  }
  return async ({ req }, next) => {
    // If the database does not answer, the page itself says so.
    if (performance.now() - readAt > keptFor) await read().catch(() => {})
    await next()
    if (req.method === 'POST') readAt = Number.NEGATIVE_INFINITY
  }
}
