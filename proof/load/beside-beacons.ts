import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { funnelEvents } from '../../lib/funnel/funnel-event.ts'
import { createPart } from '../../local/part.ts'
import { type Experiment, expect, sizeOf } from '../harness/experiment.ts'
import { percentile } from '../harness/percentile.ts'
import { openForm } from '../harness/post-form.ts'
import { sendBeacon } from '../harness/send-beacon.ts'
import { makeSubmission } from '../harness/submission.ts'
import { waitUntil } from '../harness/wait-until.ts'

const [beaconsPerSecond, rounds, leadsOfRound, mostTimes] = [200, 100, 20, 1.05]
const kinds = ['alone', 'control', 'beacons'] as const

/**
 * Visitors submit one after the other, in turns alone, beside the same requests to an empty server (the control), and
 * beside beacons to the site. Beacons are compared with the control: to send them takes more of the processors than to
 * answer them, and visitors do not send them from the server's machine.
 */
export const besideBeacons: Experiment = {
  id: 'L2',
  title: 'a lead beside 200 beacons a second',
  async run({ chain, random, isFull, port }) {
    const empty = openEmptyServer(port + 8)
    await empty.start()
    const urls = { alone: undefined, control: `http://localhost:${port + 8}/`, beacons: chain.pageUrl }
    const post = await openForm(chain, random)
    const submit = async () => {
      const { outcome, ms } = await post(makeSubmission(random))
      expect(outcome === 'success', `a lead was ${outcome}`)
      return ms
    }
    for (let lead = 0; lead < leadsOfRound; lead += 1) await submit()
    const times = { alone: [] as number[], control: [] as number[], beacons: [] as number[] }
    const sent = { control: 0, beacons: 0 }
    const seconds = { control: 0, beacons: 0 }
    for (let round = 0; round < sizeOf({ isFull }, rounds); round += 1) {
      for (const kind of [...kinds.slice(round % 3), ...kinds.slice(0, round % 3)]) {
        const begin = performance.now()
        const beacons = kind === 'alone' ? undefined : startBeacons(urls[kind])
        for (let lead = 0; lead < leadsOfRound; lead += 1) times[kind].push(await submit())
        if (!beacons || kind === 'alone') continue
        sent[kind] += await beacons.stop()
        seconds[kind] += (performance.now() - begin) / 1_000
      }
    }
    await empty.stop()
    const p50 = (kind: (typeof kinds)[number]) => percentile(times[kind], 0.5)
    const rate = (kind: 'control' | 'beacons') => sent[kind] / seconds[kind]
    const figures = `p50 ${p50('alone').toFixed(1)} ms alone, ${p50('control').toFixed(1)} ms beside ${rate('control').toFixed(0)} requests a second to an empty server, ${p50('beacons').toFixed(1)} ms beside ${rate('beacons').toFixed(0)} beacons a second: x${(p50('beacons') / p50('control')).toFixed(3)} of the control, x${(p50('beacons') / p50('alone')).toFixed(3)} of alone, ${times.beacons.length} leads each`
    await waitUntil(`${sent.beacons} beacons are counted`, 10_000, async () => {
      const rows = await chain.query<{ hits: number }>('select hits::integer as hits from public.funnel_counts')
      return rows.length === funnelEvents.length && rows.every(({ hits }) => hits === sent.beacons)
    })
    expect(p50('beacons') <= p50('control') * mostTimes, figures)
    expect(Math.min(rate('control'), rate('beacons')) > beaconsPerSecond * 0.9, figures)
    return figures
  },
}

const openEmptyServer = (port: number) =>
  createPart(
    {
      name: 'empty',
      command: process.execPath,
      args: [path.join(import.meta.dirname, 'empty-server.ts'), String(port)],
      env: {},
      ports: [port],
      stopWithin: 1_000,
    },
    console.log,
    () => {},
  )

/** Sends beacons evenly until it is stopped, which gives how many there were; throws when one has another answer. */
function startBeacons(pageUrl: string) {
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
  return {
    async stop() {
      isOver = true
      await sending
      const wrong = (await Promise.all(answers)).find(({ outcome }) => outcome !== 'success')
      expect(!wrong, `a beacon was answered with ${wrong?.status}`)
      return answers.length
    },
  }
}
