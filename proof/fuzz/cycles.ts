import { answerTo } from '../harness/answer.ts'
import { type Experiment, expect, settle, sizeOf } from '../harness/experiment.ts'
import { hiddenFields, openForm } from '../harness/post-form.ts'
import { groupRss } from '../harness/processes.ts'
import { makeSubmission } from '../harness/submission.ts'
import { flightCycles } from './flight-cycles.ts'

const limitMs = 20_000
const rounds = 3

/** Posts whose arguments refer to themselves: each ends in time, others are served meanwhile, and memory does not grow. */
export const fuzzCycles: Experiment = {
  id: 'E13',
  title: 'arguments that refer to themselves',
  run: async (harness) => {
    const { chain, ledger, random } = harness
    const cycles = flightCycles(await hiddenFields(chain))
    const post = await openForm(chain, random)
    const send = async ({ call }: (typeof cycles)[number]) =>
      answerTo(chain.pageUrl, call, () => 'invalid', limitMs + 5_000)
    const each = await Promise.all(cycles.map(send))
    const hanging = cycles.filter((_, index) => each[index]?.status === 503)

    const count = sizeOf(harness, 2_000)
    const memory = [groupRss(chain.next.pid)]
    let stored = 0
    for (let round = 0; round < rounds; round += 1) {
      const ending = Promise.all([...Array(count)].map(() => send(random.pick(hanging))))
      const answer = await ledger.send(makeSubmission(random), post)
      if (answer.outcome === 'success') stored += 1
      each.push(...(await ending))
      memory.push(groupRss(chain.next.pid))
    }
    await settle(harness)
    const slowest = Math.max(...each.map(({ ms }) => ms))
    const open = each.filter(({ status }) => status === 0).length
    const unlocked = each.filter(({ body }) => body.includes('<iframe')).length
    const figures = `${cycles.length} posts of which ${hanging.length} hang, ${rounds} times ${count} of these at once, slowest answer ${(slowest / 1000).toFixed(1)} s, ${open} without an answer, ${unlocked} unlocked, ${stored} of ${rounds} leads stored meanwhile, memory ${memory.join(', ')} MB`
    const [, first = 0] = memory
    expect(open === 0 && unlocked === 0 && slowest < limitMs + 2_000 && stored === rounds, figures)
    expect(hanging.length > 0 && (memory.at(-1) ?? 0) < 1.3 * first, figures)
    return figures
  },
}
