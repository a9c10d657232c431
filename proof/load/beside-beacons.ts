import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { funnelEvents } from '../../lib/funnel/funnel-event.ts'
import { type Experiment, expect, sizeOf } from '../harness/experiment.ts'
import { percentile } from '../harness/percentile.ts'
import { openForm } from '../harness/post-form.ts'
import { sendBeacon } from '../harness/send-beacon.ts'
import { makeSubmission } from '../harness/submission.ts'
import { waitUntil } from '../harness/wait-until.ts'

const [beaconsPerSecond, rounds, leadsOfRound, mostTimes] = [200, 100, 20, 1.05]

/** What was measured beside beacons to one address, or beside none. */
type Turn = { pageUrl?: string; times: number[]; beacons: number; seconds: number }

/**
 * Visitors submit one after the other, in turns alone, beside beacons to a server that does nothing (the control), and
 * beside the same beacons to the site, so that all see the same machine. The site is compared with the control: to send a
 * beacon takes more of the processors than to answer it, and only here both are on the same machine.
 */
export const besideBeacons: Experiment = {
  id: 'L2',
  title: 'a lead beside 200 beacons a second',
  async run({ chain, random, isFull }) {
    const empty = new Worker(new URL('empty-server.ts', import.meta.url))
    const [emptyPort] = await once(empty, 'message')
    const turn = (pageUrl?: string): Turn => ({ pageUrl, times: [], beacons: 0, seconds: 0 })
    const [alone, control, site] = [turn(), turn(`http://localhost:${emptyPort}/`), turn(chain.pageUrl)]

    const post = await openForm(chain, random)
    const submit = async () => {
      const { outcome, ms } = await post(makeSubmission(random))
      expect(outcome === 'success', `a lead was ${outcome}`)
      return ms
    }
    const take = async (turn: Turn) => {
      const begin = performance.now()
      const stop = turn.pageUrl ? startBeacons(turn.pageUrl) : async () => 0
      for (let lead = 0; lead < leadsOfRound; lead += 1) turn.times.push(await submit())
      turn.beacons += await stop()
      turn.seconds += (performance.now() - begin) / 1_000
    }
    for (let lead = 0; lead < leadsOfRound; lead += 1) await submit()
    const turns = [alone, control, site]
    for (let round = 0; round < sizeOf({ isFull }, rounds); round += 1) {
      for (const turn of [...turns.slice(round % 3), ...turns.slice(0, round % 3)]) await take(turn)
    }
    await empty.terminate()
    await waitUntil(`${site.beacons} beacons are counted`, 10_000, async () => {
      const rows = await chain.query<{ hits: number }>(
        'select sum(hits)::integer as hits from public.funnel_counts group by event',
      )
      return rows.length === funnelEvents.length && rows.every(({ hits }) => hits === site.beacons)
    })

    const p50 = ({ times }: Turn) => percentile(times, 0.5)
    const rate = ({ beacons, seconds }: Turn) => beacons / seconds
    const line = (turn: Turn) => `${p50(turn).toFixed(1)} ms at ${rate(turn).toFixed(0)} beacons a second`
    const times = (other: Turn) => `x${(p50(site) / p50(other)).toFixed(3)}`
    const figures = `p50 alone ${line(alone)}, control ${line(control)}, site ${line(site)}: ${times(control)} of the control, ${times(alone)} of alone, ${site.times.length} leads each, all ${site.beacons} beacons counted`
    expect(p50(site) <= p50(control) * mostTimes, figures)
    expect(Math.min(rate(control), rate(site)) > beaconsPerSecond * 0.9, figures)
    return figures
  },
}

/** Sends beacons evenly until it is stopped, which gives how many there were; throws when one has another answer. */
function startBeacons(pageUrl: string): () => Promise<number> {
  const begin = performance.now()
  const answers: ReturnType<typeof sendBeacon>[] = []
  let isOver = false
  const sending = (async () => {
    while (!isOver) {
      const due = ((performance.now() - begin) / 1_000) * beaconsPerSecond
      while (answers.length < due)
        answers.push(sendBeacon({ pageUrl }, `${pageUrl}?utm_campaign=load`, funnelEvents))
      await pause(5)
    }
  })()
  return async () => {
    isOver = true
    await sending
    const wrong = (await Promise.all(answers)).find(({ outcome }) => outcome !== 'success')
    expect(!wrong, `a beacon was answered with ${wrong?.status}: ${wrong?.body}`)
    return answers.length
  }
}
