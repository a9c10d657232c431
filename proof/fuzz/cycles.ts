import { type Answer, answerTo, type Call, formOf } from '../../tests/kit/answer.ts'
import { actionId, openForm } from '../../tests/kit/post-form.ts'
import { makeSubmission } from '../../tests/kit/submission.ts'
import { concurrently } from '../harness/concurrently.ts'
import { type Experiment, settle, sizeOf } from '../harness/experiment.ts'
import { figure } from '../harness/figure.ts'
import { documentedSettings, startNginx, withoutNginx } from '../harness/nginx.ts'
import { groupRss } from '../harness/processes.ts'

const limitMs = 20_000
const rounds = 4

/** React's reader never finishes some arguments that refer to themselves: the proxy ends each post in time. */
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
    const settled = await settle(harness)
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
 * Arguments of a server action that refer to themselves, as numbered parts in the notation of React's replies: part 0 holds
 * the arguments, `$1:0` is a member of part 1, `$h` a server function with its bound arguments, `$@` a promise, `$Q` a map,
 * `$W` a set, `$K` a form, `$i` an iterable, `$X` and `$x` asynchronous ones, `$R` and `$r` streams. ID names the action.
 */
const cycles: Record<string, string> = {
  'a bound argument': '0 ["$h1"]; 1 {"id":"ID","bound":"$@0"}',
  'two bound arguments': '0 ["$h1"]; 1 {"id":"ID","bound":"$@2"}; 2 ["$h3"]; 3 {"id":"ID","bound":"$@0"}',
  'a bound argument in a map': '0 ["$Q2"]; 1 {"id":"ID","bound":"$@0"}; 2 [["key","$h1"]]',
  'a bound argument in a set': '0 ["$W2"]; 1 {"id":"ID","bound":"$@0"}; 2 ["$h1"]',
  'a bound argument in an iterable': '0 ["$i2"]; 1 {"id":"ID","bound":"$@0"}; 2 ["$h1"]',
  'a bound argument in a promise': '0 ["$@2"]; 1 {"id":"ID","bound":"$@0"}; 2 "$h1"',
  'bound arguments that are no list': '0 ["$h1"]; 1 {"id":"ID","bound":"$h1"}',
  itself: '0 "$0"',
  'a member of itself': '0 ["$0:0"]',
  'the list it is in': '0 ["$0"]',
  'a promise of the arguments': '0 ["$@0"]',
  'a promise of itself': '0 ["$@1"]; 1 "$@1"',
  'two promises of each other': '0 ["$1"]; 1 "$@2"; 2 "$1"',
  'two lists of each other': '0 ["$1"]; 1 ["$2"]; 2 ["$1"]',
  'two members of each other': '0 ["$1:0"]; 1 ["$2:0"]; 2 ["$1:0"]',
  'a map in itself': '0 ["$Q1"]; 1 [["key","$Q1"]]',
  'a map keyed by itself': '0 ["$Q1"]; 1 [["$Q1",1]]',
  'a map of its own entries': '0 ["$Q1"]; 1 "$i1"',
  'a set in itself': '0 ["$W1"]; 1 ["$W1"]',
  'a map and a set': '0 ["$Q1"]; 1 [["key","$W2"]]; 2 ["$Q1"]',
  'a form in itself': '0 ["$K1"]; 1_name "$K1"; 1_email "$0"',
  'an iterable in itself': '0 ["$i1"]; 1 ["$i1"]',
  'an asynchronous iterable': '0 ["$X1"]; 1 ["$X1"]',
  'an asynchronous iterator': '0 ["$x1"]; 1 "$x1"',
  'a stream': '0 ["$R1"]; 1 "$R1"',
  'a stream of bytes': '0 ["$r1"]; 1 "$r1"',
  'a thenable': '0 ["$@1"]; 1 {"status":"resolved_model","then":"$1:then"}',
  'a thenable of its promise': '0 {"then":"$@1"}; 1 {"then":"$0:then"}',
  'a part that never comes': '0 ["$@1","$1"]',
}

function partsOf(cycle: string, action: string): [string, string][] {
  return cycle.split('; ').map((part) => {
    const [, name = '', content = ''] = /^(\S+) (.*)$/.exec(part) ?? []
    return [name, content.replace('ID', action)]
  })
}

/** Gives each cycle as a call of the action with this id, with its parts in both orders, since React reads them as they arrive. */
function flightCycles(action: string): { name: string; call: Call }[] {
  const headers = { 'next-action': action }
  return Object.entries(cycles).flatMap(([name, cycle]) => {
    const parts = partsOf(cycle, action)
    return [
      { name, call: { body: formOf(parts), headers } },
      { name: `${name}, in reverse`, call: { body: formOf(parts.toReversed()), headers } },
    ]
  })
}
