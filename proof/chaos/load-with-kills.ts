import type { Answer } from '../harness/answer.ts'
import { submitToFunction } from '../harness/call-function.ts'
import type { ChainPart } from '../harness/chain.ts'
import { concurrently } from '../harness/concurrently.ts'
import { type Experiment, expect, sizeOf, type Workbench } from '../harness/experiment.ts'
import { liftLimits } from '../harness/limits.ts'
import { memoryFigures, watchMemory } from '../harness/memory.ts'
import { allMailsTried, outboxEmpty } from '../harness/outbox.ts'
import { percentile } from '../harness/percentile.ts'
import { openForm } from '../harness/send-via-action.ts'
import { makeSubmissions, type Submission } from '../harness/submission.ts'
import { submitUntilAcknowledged } from '../harness/submit-until-acknowledged.ts'
import { verify } from '../harness/verify.ts'
import { randomKills } from './random-kills.ts'

type Load = { count: number; visitors: number; victims: ChainPart[] }

/** Sends so many with random kills under way; every visitor repeats with the same key until it works. */
async function run(bench: Workbench, load: Load, send: (submission: Submission) => Promise<Answer>) {
  const { chain, ledger, random } = bench
  const { count, visitors, victims } = load
  await liftLimits(chain)
  const memory = watchMemory(Object.fromEntries(victims.map((name) => [name, chain[name]])))
  const killing = randomKills(bench, victims)
  const begin = performance.now()
  const results = await concurrently(makeSubmissions(random, count), visitors, (submission) =>
    submitUntilAcknowledged(submission, { ledger, send, pauseMs: 500 }),
  )
  const seconds = (performance.now() - begin) / 1000
  // The mails take longer than the answers: in the full set they meet the kills as well. Not to the last one: a worker
  // killed every few seconds leaves a mail claimed for two minutes each time.
  const triedAfter = bench.isFull ? await allMailsTried(chain, 900_000) : 0
  const kills = await killing.stop()
  const used = memory.stop()
  const emptyAfter = triedAfter + (await outboxEmpty(chain, 900_000))
  const killCount = Object.values(kills).reduce((sum, one) => sum + one, 0)
  const verdict = await verify(chain, ledger, { duplicatesAllowed: killCount })
  const tries = results.map((result) => result.tries)
  const last = results.map(({ lastMs }) => lastMs)
  const figures = `${verdict.acknowledged} of ${count} acknowledged in ${seconds.toFixed(0)} s (${(count / seconds).toFixed(0)}/s, p50 ${percentile(last, 0.5).toFixed(0)} ms, p99 ${percentile(last, 0.99).toFixed(0)} ms, tries ≤ ${Math.max(...tries)}), ${verdict.stored} stored, kills ${JSON.stringify(kills)}, ${verdict.mails} mails of which ${verdict.duplicates} duplicates, outbox empty after ${emptyAfter.toFixed(0)} s, ${memoryFigures(used)}`
  expect(verdict.acknowledged === count && verdict.stored === count && killCount > 0, figures)
  return figures
}

/** The load on the function, the gateway, its database and the mail server. */
export const loadOnFunction: Experiment = {
  id: 'E2',
  title: 'submissions at 50 with random kills',
  parts: ['function', 'gateway', 'mailServer'],
  run: (bench) =>
    run(
      bench,
      { count: sizeOf(bench, 10_000), visitors: 50, victims: ['function', 'gateway', 'mailServer'] },
      (submission) => submitToFunction(bench.chain, submission),
    ),
}

/** The same through the whole chain, from the rendered form on. */
export const loadOnAction: Experiment = {
  id: 'E2a',
  title: 'submissions through the action with random kills',
  parts: ['next', 'function', 'gateway', 'mailServer'],
  async run(bench) {
    const count = sizeOf(bench, 5_000)
    const victims: ChainPart[] = ['next', 'function', 'gateway', 'mailServer']
    return run(bench, { count, visitors: 50, victims }, await openForm(bench.chain, bench.random))
  },
}
