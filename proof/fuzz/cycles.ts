import { type Answer, answerTo } from '../harness/answer.ts'
import { concurrently } from '../harness/concurrently.ts'
import { type Experiment, expect, settle, sizeOf } from '../harness/experiment.ts'
import { documentedSettings, startNginx, withoutNginx } from '../harness/nginx.ts'
import { actionId, openForm } from '../harness/post-form.ts'
import { groupRss } from '../harness/processes.ts'
import { makeSubmission } from '../harness/submission.ts'
import { flightCycles } from './flight-cycles.ts'

const limitMs = 20_000
const rounds = 4

/**
 * Posts whose arguments refer to themselves, of which React's reader never finishes some: behind the proxy of
 * docs/hosting.md each ends in time, others are served meanwhile, and memory does not grow.
 */
export const fuzzCycles: Experiment = {
  id: 'E13',
  title: 'arguments that refer to themselves',
  missing: withoutNginx,
  run: async (harness) => {
    const { chain, ledger, random, folder, port } = harness
    const front = port + 8
    const nginx = await startNginx(folder, front, documentedSettings(front, chain.settings.pagePort))
    const cycles = flightCycles(await actionId(chain))
    const post = await openForm(chain, random)
    const send = ({ call }: (typeof cycles)[number], withinMs: number) =>
      answerTo(nginx.url, call, () => 'invalid', withinMs)
    const alone = await concurrently(cycles, 20, (cycle) => send(cycle, 2 * limitMs))
    const unanswered = alone.filter(({ status }) => status === 0).length
    expect(unanswered === 0, `${unanswered} of ${cycles.length} posts without an answer`)
    const hanging = cycles.filter((_, index) => alone[index]?.status === 504)

    // So many at once take a while to be received, from when on the server counts.
    const count = sizeOf(harness, 2_000)
    const memory: number[] = []
    const crowd: Answer[] = []
    let stored = 0
    for (let round = 0; round < rounds; round += 1) {
      const ending = Promise.all(
        [...Array(count)].map(() => send(random.pick(hanging.length > 0 ? hanging : cycles), 4 * limitMs)),
      )
      const answer = await ledger.send(makeSubmission(random), post)
      if (answer.outcome === 'success') stored += 1
      crowd.push(...(await ending))
      memory.push(groupRss(chain.next.pid))
    }
    await nginx.stop()
    await settle(harness)
    const seconds = (answers: Answer[]) => (Math.max(...answers.map(({ ms }) => ms)) / 1_000).toFixed(1)
    const open = crowd.filter(({ status }) => status === 0).length
    const unlocked = [...alone, ...crowd].filter(({ body }) => body.includes('<iframe')).length
    const figures = `${cycles.length} posts, the slowest ended after ${seconds(alone)} s, ${hanging.length} of them by 504; ${rounds} times ${count} of these at once, the slowest after ${seconds(crowd)} s; ${open} without an answer, ${unlocked} unlocked, ${stored} of ${rounds} leads stored meanwhile, memory after each time ${memory.join(', ')} MB`
    expect(open === 0 && unlocked === 0 && stored === rounds, figures)
    expect(Number(seconds(alone)) < limitMs / 1_000 + 2, figures)
    const [first = 0, ...later] = memory
    expect(Math.min(...later) < 1.3 * first && Math.max(...memory) < 600, figures)
    return figures
  },
}
