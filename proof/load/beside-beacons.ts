import { setTimeout as pause } from 'node:timers/promises'
import { funnelEvents } from '../../lib/funnel/funnel-event.ts'
import type { Chain } from '../harness/chain.ts'
import { type Experiment, expect, sizeOf } from '../harness/experiment.ts'
import { percentile } from '../harness/percentile.ts'
import { openForm } from '../harness/post-form.ts'
import { sendBeacon } from '../harness/send-beacon.ts'
import { makeSubmission } from '../harness/submission.ts'

const [beaconsPerSecond, rounds, leadsOfRound, mostTimes] = [200, 100, 20, 1.05]

/** Visitors submit one after the other, in turns with and without beacons, so that both see the same machine. */
export const besideBeacons: Experiment = {
  id: 'L2',
  title: 'a lead beside 200 beacons a second',
  async run({ chain, random, isFull }) {
    const post = await openForm(chain, random)
    const times = { with: [] as number[], without: [] as number[] }
    const submit = async () => {
      const { outcome, ms } = await post(makeSubmission(random))
      expect(outcome === 'success', `a lead was ${outcome}`)
      return ms
    }
    for (let lead = 0; lead < leadsOfRound; lead += 1) await submit()
    let answered = 0
    let seconds = 0
    for (let round = 0; round < sizeOf({ isFull }, rounds); round += 1) {
      for (const kind of round % 2 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
        const begin = performance.now()
        const beacons = kind === 'with' ? startBeacons(chain) : undefined
        for (let lead = 0; lead < leadsOfRound; lead += 1) times[kind].push(await submit())
        if (!beacons) continue
        answered += await beacons.stop()
        seconds += (performance.now() - begin) / 1_000
      }
    }
    const [beside, alone] = [percentile(times.with, 0.5), percentile(times.without, 0.5)]
    const figures = `p50 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside ${(answered / seconds).toFixed(0)} beacons a second: x${(beside / alone).toFixed(3)}, ${times.with.length} leads each`
    expect(beside <= alone * mostTimes, figures)
    expect(answered / seconds > beaconsPerSecond * 0.9, figures)
    return figures
  },
}

/** Sends beacons evenly until it is stopped, which gives how many of them were answered as they should be. */
function startBeacons(chain: Chain) {
  const page = `${chain.pageUrl}?utm_campaign=load`
  const begin = performance.now()
  const answers: Promise<{ outcome: string }>[] = []
  let isOver = false
  const sending = (async () => {
    while (!isOver) {
      const due = ((performance.now() - begin) / 1_000) * beaconsPerSecond
      while (answers.length < due) answers.push(sendBeacon(chain, page, funnelEvents))
      await pause(5)
    }
  })()
  return {
    async stop() {
      isOver = true
      await sending
      const outcomes = await Promise.all(answers)
      return outcomes.filter(({ outcome }) => outcome === 'success').length
    },
  }
}
