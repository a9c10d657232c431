import { type Answer, answerTo, type Call, formOf } from '../../kit/answer.ts'
import { actionId } from '../../kit/post-form.ts'
import { readCases } from '../../kit/read-cases.ts'
import { concurrently } from '../harness/concurrently.ts'
import type { Experiment } from '../harness/experiment.ts'
import { figure } from '../harness/figure.ts'
import { documentedSettings } from '../harness/nginx.ts'
import { groupRss } from '../harness/processes.ts'

const limitMs = 20_000
const rounds = 4
/**
 * If there were fewer posts at a time, the memory would still be growing to its normal size after the first round.
 */
const count = 2_000

/**
 * Some arguments refer to themselves, and React never finishes reading them. The proxy must end such posts in time.
 */
export const fuzzCycles: Experiment = {
  id: 'E13',
  title: 'arguments that refer to themselves',
  nginx: documentedSettings,
  run: async (harness) => {
    const { chain, ledger, random, frontUrl } = harness
    const cycles = flightCycles(await actionId(chain))
    const post = await harness.openForm()
    const send = (call: Call, withinMs: number) => answerTo(frontUrl, call, undefined, withinMs)
    const alone = await concurrently(cycles, 20, (cycle) => send(cycle, 2 * limitMs))
    const hanging = cycles.filter((_, index) => alone[index]?.status === 504)

    const memory: number[] = []
    const crowd: Answer[] = []
    let stored = 0
    for (let round = 0; round < rounds; round += 1) {
      // The time limit of the server starts when the whole post has arrived. With so many posts, this takes a while.
      const ending = Promise.all(
        [...Array(count)].map(() => send(random.pick(hanging.length > 0 ? hanging : cycles), 4 * limitMs)),
      )
      const answer = await ledger.send(harness.submission(), post)
      if (answer.outcome === 'success') stored += 1
      crowd.push(...(await ending))
      memory.push(groupRss(chain.next.pid))
    }
    const settled = await harness.settle()
    const seconds = (answers: Answer[]) => Math.max(...answers.map(({ ms }) => ms)) / 1_000
    const all = [...alone, ...crowd]
    const [first = Number.NaN, ...later] = memory
    return [
      figure('kinds of posts, each by itself', cycles.length),
      figure('seconds until the slowest of them ended', seconds(alone), { most: limitMs / 1_000 + 2 }),
      figure('– ended by 504', hanging.length),
      figure(`seconds until the slowest ended, ${rounds} times ${count} at once`, seconds(crowd)),
      figure('posts without an answer', all.filter(({ status }) => status === 0).length, { exactly: 0 }),
      figure('videos unlocked', all.filter(({ body }) => body.includes('<video')).length, { exactly: 0 }),
      figure('leads stored meanwhile', stored, { exactly: rounds }),
      figure('MB of memory', Math.max(...memory), { most: 600 }),
      figure('memory after a later round, times the first', Math.min(...later) / first, { most: 1.3 }),
      ...settled.figures,
    ]
  },
}

/**
 * Returns calls of the action with this id. Each call is a row of cycles.tsv. A row consists of numbered parts in the
 * notation that React uses for the arguments of an action. Part 0 contains the arguments. `$1:0` is a member of part
 * 1. `$h` is a server function with its bound arguments. `$@` is a promise. `$Q` is a map, `$W` a set, `$K` a form,
 * and `$i` an iterable. `$X` and `$x` are asynchronous iterables, and `$R` and `$r` are streams. The test replaces ID
 * with the id of the action. It sends the parts forwards and backwards, because React reads each part as soon as it
 * arrives.
 */
const flightCycles = (action: string): Call[] =>
  readCases(new URL('cycles.tsv', import.meta.url)).flatMap(([, cycle = '']) => {
    const parts = cycle.split('; ').map((part): [string, string] => {
      const [, name = '', content = ''] = /^(\S+) (.*)$/.exec(part) ?? []
      return [name, content.replace('ID', action)]
    })
    return [parts, parts.toReversed()].map((all) => ({
      body: formOf(all),
      headers: { 'next-action': action },
    }))
  })
