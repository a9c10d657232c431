import { setTimeout as pause } from 'node:timers/promises'
import { answerTo } from '../../kit/answer.ts'
import { evenly } from '../harness/evenly.ts'
import { type Experiment, expect } from '../harness/experiment.ts'
import { figure, percentile } from '../harness/figure.ts'

const [perSecond, secondsOfTurn, rounds, mostTimes] = [20, 3, 30, 2]
const query = Array.from({ length: 3_200 }, (_, key) => key.toString(36)).join('&')

/**
 * Visitors open the page while somebody else sends posts. In one turn, these posts are normal. In the next turn, they
 * have 3,200 query keys each. Everything runs on one machine.
 */
export const besideAttack: Experiment = {
  id: 'L4',
  title: `the page beside ${perSecond} posts a second with thousands of query keys`,
  async run({ chain, openForm, submission, sizeOf }) {
    const post = await openForm()
    const evidence = {
      fields: { referrer: `https://a.example/?${query}` },
      headers: { referer: `${chain.pageUrl}?${query}` },
    }
    /** Opens the page again and again for one turn. Returns how many milliseconds each answer took. */
    const visit = async () => {
      const times: number[] = []
      for (const end = performance.now() + secondsOfTurn * 1_000; performance.now() < end; ) {
        const { status, ms } = await answerTo(chain.pageUrl, { method: 'GET' })
        expect(status === 200, `the page was answered by ${status}`)
        times.push(ms)
        await pause(5)
      }
      return times
    }
    const postEvenly = async (extras: object) => {
      for (const { outcome } of await evenly(perSecond, secondsOfTurn, () => post(submission(), extras)))
        expect(outcome === 'success', `a post was ${outcome}`)
    }
    const beside = async (extras?: object) => {
      const posting = extras && postEvenly(extras)
      const times = await visit()
      await posting
      return times
    }

    await beside(evidence)
    const turns = { 'no post': undefined, 'plain posts': {}, 'such posts': evidence }
    const times = new Map(Object.keys(turns).map((name) => [name, [] as number[]]))
    for (let round = 0; round < sizeOf(rounds); round += 1)
      for (const [name, extras] of Object.entries(turns)) times.get(name)?.push(...(await beside(extras)))

    const of = (name: keyof typeof turns, share: number) => percentile(times.get(name) ?? [], share)
    const allowed = { most: Math.round(of('plain posts', 0.99) * mostTimes) }
    return (Object.keys(turns) as (keyof typeof turns)[]).flatMap((name) => [
      figure(`ms of the page beside ${name}: median`, of(name, 0.5)),
      figure('– 99 of 100', of(name, 0.99), name === 'such posts' ? allowed : undefined),
    ])
  },
}
