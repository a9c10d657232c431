import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type FunnelEvent, funnelEvents } from '../../../lib/funnel/funnel-event.ts'
import { answerTo } from '../../kit/answer.ts'
import { concurrently } from '../harness/concurrently.ts'
import { type Experiment, expect } from '../harness/experiment.ts'
import { figure } from '../harness/figure.ts'

const [walks, campaigns] = [1_000, ['', 'spring', 'autumn sale']]

/**
 * One beacon in ten is cut off before its end. After the last beacon, the site gets SIGTERM. Every complete beacon
 * must still be counted.
 */
export const funnel: Experiment = {
  id: 'E27',
  title: 'walks through the funnel, a tenth of them interrupted',
  async run({ chain, random }) {
    const expected = new Map<string, number>()
    await concurrently([...Array(walks).keys()], 20, async (index) => {
      // The site drops beacons if too many arrive in one second. This pause keeps the rate below the limit.
      await pause(random.below(200))
      const campaign = random.pick(campaigns)
      const page = `${chain.pageUrl}?utm_campaign=${encodeURIComponent(campaign)}`
      const events = funnelEvents.slice(0, 1 + random.below(funnelEvents.length))
      if (index % 10 === 0) return breakOff(chain.pageUrl, page, events)
      const { status } = await sendBeacon(chain.pageUrl, page, events)
      expect(status === 204, `a beacon was answered with ${status}`)
      for (const event of events) {
        const key = `${campaign} ${event}`
        expected.set(key, (expected.get(key) ?? 0) + 1)
      }
    })
    await chain.next.stop()
    const rows = await chain.query<{ key: string; hits: number }>(
      `select campaign || ' ' || event as key, hits from private.funnel_counts where variant = ''`,
    )
    const found = new Map(rows.map(({ key, hits }) => [key, hits]))
    const sum = (counts: Map<string, number>) => [...counts.values()].reduce((total, hits) => total + hits, 0)
    const different = new Set(
      [...expected.keys(), ...found.keys()].filter((key) => expected.get(key) !== found.get(key)),
    )
    return [
      figure('walks, a tenth of them cut off', walks),
      figure('events counted', sum(found), { exactly: sum(expected) }),
      figure('steps of a campaign that were counted wrongly', different.size, { exactly: 0 }),
    ]
  },
}

/** Sends a beacon without its last byte, and then closes the connection. */
async function breakOff(site: string, page: string, events: FunnelEvent[]): Promise<void> {
  const body = `,${events}`
  const headers = { origin: new URL(site).origin, referer: page, 'content-length': body.length }
  const half = request(`${site}funnel`, { method: 'POST', headers }).on('error', () => {})
  half.write(body.slice(0, -1), () => half.destroy())
  await new Promise((resolve) => half.on('close', resolve))
}

/** Sends the same beacon as the loader sends when a visitor leaves this page. */
const sendBeacon = (site: string, page: string, events: readonly FunnelEvent[]) => {
  const headers = { origin: new URL(site).origin, referer: page, 'content-type': 'text/plain;charset=UTF-8' }
  return answerTo(`${site}funnel`, { headers, body: `,${events}` })
}
