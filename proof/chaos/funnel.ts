import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type FunnelEvent, funnelEvents } from '../../lib/funnel/funnel-event.ts'
import { concurrently } from '../harness/concurrently.ts'
import { type Experiment, expect } from '../harness/experiment.ts'
import { sendBeacon } from '../harness/send-beacon.ts'

const [walks, campaigns] = [1_000, ['', 'spring', 'autumn sale']]

/** A tenth of the beacons is cut off on the way, and the site ends by SIGTERM right after the last one. */
export const funnel: Experiment = {
  id: 'E27',
  title: 'walks through the funnel, a tenth of them interrupted',
  async run({ chain, random }) {
    const expected = new Map<string, number>()
    await concurrently([...Array(walks).keys()], 20, async (index) => {
      // Below the bound of a second, beyond which beacons are dropped.
      await pause(random.below(200))
      const campaign = random.pick(campaigns)
      const page = `${chain.pageUrl}?utm_campaign=${encodeURIComponent(campaign)}`
      const events = funnelEvents.slice(0, 1 + random.below(funnelEvents.length))
      if (index % 10 === 0) return breakOff(chain.pageUrl, page, events)
      const { status } = await sendBeacon(chain, page, events)
      expect(status === 204, `a beacon was answered with ${status}`)
      for (const event of events) {
        const key = `${campaign} ${event}`
        expected.set(key, (expected.get(key) ?? 0) + 1)
      }
    })
    await chain.next.stop()
    const rows = await chain.query<{ key: string; hits: number }>(
      `select campaign || ' ' || event as key, hits from public.funnel_counts where variant = ''`,
    )
    const found = new Map(rows.map(({ key, hits }) => [key, hits]))
    const sum = (counts: Map<string, number>) => [...counts.values()].reduce((total, hits) => total + hits, 0)
    const figures = `${walks} walks of ${sum(expected)} events, and a tenth more cut off: ${sum(found)} counted`
    expect(isDeepStrictEqual(found, expected), `${figures}; ${JSON.stringify([...found])}`)
    return figures
  },
}

/** Sends a beacon but for its last byte, and closes the connection. */
async function breakOff(site: string, page: string, events: FunnelEvent[]): Promise<void> {
  const body = `,${events}`
  const headers = { origin: new URL(site).origin, referer: page, 'content-length': body.length }
  const half = request(`${site}funnel`, { method: 'POST', headers }).on('error', () => {})
  half.write(body.slice(0, -1), () => half.destroy())
  await new Promise((resolve) => half.on('close', resolve))
}
