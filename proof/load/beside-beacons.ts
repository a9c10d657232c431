import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findProgram } from '../../e2e/find-program.ts'
import { funnelEvents } from '../../lib/funnel/funnel-event.ts'
import { type Experiment, expect, sizeOf } from '../harness/experiment.ts'
import { percentile } from '../harness/percentile.ts'
import { openForm } from '../harness/post-form.ts'
import { makeBeacon } from '../harness/send-beacon.ts'
import { makeSubmission } from '../harness/submission.ts'
import { waitUntil } from '../harness/wait-until.ts'

const [connections, beaconsPerSecond, secondsOfTurn, rounds, mostTimes] = [4, 200, 3, 50, 1.15]
const beaconsOfTurn = beaconsPerSecond * secondsOfTurn

/**
 * Visitors submit one after the other, in turns alone and beside beacons, so that both see the same machine. h2load sends
 * the beacons, because a sender in JavaScript takes more of the processors than the site takes to answer it.
 */
export const besideBeacons: Experiment = {
  id: 'L2',
  title: 'a lead beside 200 beacons a second',
  missing: () => (findProgram('h2load') ? undefined : 'h2load (nghttp2-client) is not installed'),
  async run({ chain, random, isFull, folder }) {
    const post = await openForm(chain, random)
    /** Submits until the work is done; gives how long each answer took, in ms. */
    const submitDuring = async (work: Promise<unknown>) => {
      const times: number[] = []
      let isOver = false
      const over = work.finally(() => {
        isOver = true
      })
      while (!isOver) {
        const { outcome, ms } = await post(makeSubmission(random))
        expect(outcome === 'success', `a lead was ${outcome}`)
        times.push(ms)
      }
      await over
      return times
    }
    const beacon = makeBeacon(chain, `${chain.pageUrl}?utm_campaign=load`, funnelEvents)
    const bodyFile = path.join(folder, 'beacon.txt')
    writeFileSync(bodyFile, beacon.body)
    const alone = () => submitDuring(pause(secondsOfTurn * 1_000))
    const beside = () => submitDuring(sendEvenly(beacon, bodyFile))

    await alone()
    const times = { alone: [] as number[], beside: [] as number[] }
    const count = sizeOf({ isFull }, rounds)
    for (let round = 0; round < count; round += 1) {
      if (round % 2 === 0) times.alone.push(...(await alone()))
      times.beside.push(...(await beside()))
      if (round % 2 === 1) times.alone.push(...(await alone()))
    }
    const sent = count * beaconsOfTurn
    await waitUntil(`${sent} beacons are counted`, 10_000, async () => {
      const rows = await chain.query<{ hits: number }>(
        'select sum(hits)::integer as hits from public.funnel_counts group by event',
      )
      return rows.length === funnelEvents.length && rows.every(({ hits }) => hits === sent)
    })

    const [p50, p50Beside] = [percentile(times.alone, 0.5), percentile(times.beside, 0.5)]
    const leads = `${times.alone.length} and ${times.beside.length} leads`
    const figures = `p50 alone ${p50.toFixed(1)} ms, beside ${p50Beside.toFixed(1)} ms: x${(p50Beside / p50).toFixed(3)}, ${leads}, all ${sent} beacons counted`
    expect(p50Beside <= p50 * mostTimes, figures)
    return figures
  },
}

/** Sends the beacons of a turn evenly; throws when one is not answered, or they take too long. */
async function sendEvenly({ url, headers }: ReturnType<typeof makeBeacon>, bodyFile: string) {
  const { stdout } = await promisify(execFile)('h2load', [
    ...['--h1', `--clients=${connections}`, `--rps=${beaconsPerSecond / connections}`],
    ...[`--requests=${beaconsOfTurn}`, `--data=${bodyFile}`],
    ...Object.entries(headers).map(([name, value]) => `--header=${name}: ${value}`),
    url,
  ])
  const seconds = Number(/finished in ([\d.]+)s/.exec(stdout)?.[1])
  const isEven = seconds > secondsOfTurn * 0.9 && seconds < secondsOfTurn * 1.1
  expect(isEven && stdout.includes(`${beaconsOfTurn} succeeded`), stdout)
}
