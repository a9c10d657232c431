import type { MiddlewareHandler } from 'hono'
import type { Desk } from '../../core/open-desk.ts'
import { keepClock, todaysName, zoneOfNode } from '../../core/period.ts'
import { changeSettings } from '../../core/settings.ts'

const keptFor = 10_000

/** `look` asks for the operator's time zone if the last answer is ten seconds old or forgotten. */
export function createClock(read: (desk: Desk) => Promise<unknown>) {
  let readAt = Number.NEGATIVE_INFINITY
  return {
    /** Never fails: if the database does not answer, the page itself says so. */
    async look(desk: Desk) {
      if (performance.now() - readAt <= keptFor) return
      await read(desk).then(
        () => {
          readAt = performance.now()
        },
        () => {},
      )
    },
    forget() {
      readAt = Number.NEGATIVE_INFINITY
    },
  }
}

/**
 * Shows all pages in the operator's time zone. If none is chosen yet, this machine's becomes the operator's,
 * under a name that the database knows. Without one, days are in UTC, and each page says so. Asks the
 * database after each post, and otherwise every ten seconds.
 */
export function followClock(desk: Desk): MiddlewareHandler {
  const own = zoneOfNode()
  const clock = createClock(async () => {
    if (await keepClock(desk)) return
    for (const name of new Set([todaysName(own), own])) {
      const faults = await changeSettings(desk, { time_zone: name })
      if (Object.keys(faults).length === 0) break
    }
    await keepClock(desk)
  })
  return async ({ req }, next) => {
    await clock.look(desk)
    await next()
    if (req.method === 'POST') clock.forget()
  }
}
