import { setTimeout as pause } from 'node:timers/promises'
import { answerTo, formOf } from '../harness/answer.ts'
import { type Experiment, expect, sizeOf } from '../harness/experiment.ts'
import { percentile } from '../harness/percentile.ts'
import { visitorFields } from '../harness/post-form.ts'
import { makeSubmission } from '../harness/submission.ts'

const [perSecond, secondsOfTurn, rounds, mostTimes] = [20, 3, 30, 2]
const query = Array.from({ length: 3_200 }, (_, key) => key.toString(36)).join('&')

/**
 * Visitors open the page one after the other, in turns alone and beside posts whose referrer and Referer have 3,200
 * query keys each, so that both see the same machine.
 */
export const besideAttack: Experiment = {
  id: 'L4',
  title: `the page beside ${perSecond} posts a second with thousands of query keys`,
  async run({ chain, random, isFull }) {
    const { origin } = new URL(chain.pageUrl)
    const attack = () => {
      const submission = makeSubmission(random)
      const fields = { ...visitorFields(submission), referrer: `https://a.example/?${query}` }
      const headers = { origin, referer: `${origin}/?${query}`, 'x-forwarded-for': '203.0.113.7' }
      return answerTo(chain.pageUrl, { body: formOf(Object.entries(fields)), headers }, () => 'success')
    }
    /** Opens the page for as long as a turn takes; gives how long each answer took, in ms. */
    const visit = async () => {
      const times: number[] = []
      for (const end = performance.now() + secondsOfTurn * 1_000; performance.now() < end; ) {
        const { status, ms } = await answerTo(chain.pageUrl, { method: 'GET' }, () => 'success')
        expect(status === 200, `the page was answered by ${status}`)
        times.push(ms)
        await pause(5)
      }
      return times
    }
    const attackEvenly = async () => {
      const posts = Array.from({ length: perSecond * secondsOfTurn }, (_, index) =>
        pause((index * 1_000) / perSecond).then(attack),
      )
      for (const { status } of await Promise.all(posts)) expect(status === 200, `a post got ${status}`)
    }

    await Promise.all([visit(), attackEvenly()])
    const times = { alone: [] as number[], beside: [] as number[] }
    for (let round = 0; round < sizeOf({ isFull }, rounds); round += 1) {
      times.alone.push(...(await visit()))
      const posting = attackEvenly()
      times.beside.push(...(await visit()))
      await posting
    }
    const [alone, beside] = [percentile(times.alone, 0.99), percentile(times.beside, 0.99)]
    const visits = `${times.alone.length} and ${times.beside.length} visits`
    const figures = `p99 of the page alone ${alone.toFixed(1)} ms, beside ${beside.toFixed(1)} ms: x${(beside / alone).toFixed(2)}, ${visits}`
    expect(beside <= alone * mostTimes, figures)
    return figures
  },
}
