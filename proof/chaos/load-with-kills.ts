import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '../harness/answer.ts'
import { submitToFunction } from '../harness/call-function.ts'
import { type Service, services } from '../harness/chain.ts'
import { concurrently } from '../harness/concurrently.ts'
import { type Experiment, expect, type Harness, sizeOf } from '../harness/experiment.ts'
import { watchMemory } from '../harness/memory.ts'
import { outboxEmpty, untilNoMail } from '../harness/outbox.ts'
import { percentile } from '../harness/percentile.ts'
import { openForm } from '../harness/post-form.ts'
import { makeSubmissions, type Submission } from '../harness/submission.ts'
import { submitUntilAcknowledged } from '../harness/submit-until-acknowledged.ts'
import { verify } from '../harness/verify.ts'

type Load = { count: number; victims: readonly Service[]; by: (submission: Submission) => Promise<Answer> }
const visitors = 50

/** Sends so many with random kills under way; every visitor repeats with the same key until it works. */
async function run(harness: Harness, { count, victims, by }: Load) {
  const { chain, ledger, random } = harness
  const memory = watchMemory(chain, victims)
  const killing = randomKills(harness, victims)
  const begin = performance.now()
  const results = await concurrently(makeSubmissions(random, count), visitors, (submission) =>
    submitUntilAcknowledged(submission, ledger, by, 500),
  )
  const seconds = (performance.now() - begin) / 1000
  // The mails take longer than the answers: in the full run they meet the kills as well. Not to the last one: a worker
  // killed every few seconds leaves a mail claimed for two minutes each time.
  const untried = `status = 'pending' and attempts = 0`
  const triedAfter = harness.isFull ? await untilNoMail(chain, 'every mail was tried', untried, 900_000) : 0
  const kills = await killing.stop()
  const used = memory.stop()
  const emptyAfter = triedAfter + (await outboxEmpty(chain, 900_000))
  const killCount = Object.values(kills).reduce((sum, one) => sum + one, 0)
  const verdict = await verify(chain, ledger, { duplicatesAllowed: killCount })
  const tries = Math.max(...results.map((result) => result.tries))
  const ms = (share: number) =>
    percentile(
      results.map(({ lastMs }) => lastMs),
      share,
    ).toFixed(0)
  const figures = `${verdict.acknowledged} of ${count} acknowledged in ${seconds.toFixed(0)} s (${(count / seconds).toFixed(0)}/s, p50 ${ms(0.5)} ms, p99 ${ms(0.99)} ms, tries ≤ ${tries}), ${verdict.stored} stored, kills ${JSON.stringify(kills)}, ${verdict.mails} mails of which ${verdict.duplicates} duplicates, outbox empty after ${emptyAfter.toFixed(0)} s, ${used.figures}`
  expect(verdict.acknowledged === count && verdict.stored === count && killCount > 0, figures)
  return figures
}

/** Kills one of the services every 5 to 15 seconds, in the short run more often, and starts it anew, until stopped. */
function randomKills({ chain, random, isFull }: Harness, victims: readonly Service[]) {
  const unitMs = isFull ? 5_000 : 1_500
  const abort = new AbortController()
  const kills: Partial<Record<Service, number>> = {}
  async function kill() {
    for (;;) {
      await pause(unitMs + random.below(2 * unitMs), undefined, { signal: abort.signal }).catch(() => {})
      if (abort.signal.aborted) return kills
      const victim = random.pick(victims)
      chain[victim].kill('SIGKILL')
      await chain[victim].restart()
      kills[victim] = (kills[victim] ?? 0) + 1
    }
  }
  const done = kill()
  return {
    stop() {
      abort.abort()
      return done
    },
  }
}

/** The load on the function, the gateway, its database and the mail server. */
export const loadOnFunction: Experiment = {
  id: 'E2',
  title: 'submissions to the function with random kills',
  run: (harness) =>
    run(harness, {
      count: sizeOf(harness, 10_000),
      victims: services.filter((name) => name !== 'next'),
      by: (submission) => submitToFunction(harness.chain, submission),
    }),
}

/** The same through the whole chain, from the rendered form on. */
export const loadOnAction: Experiment = {
  id: 'E2a',
  title: 'submissions through the form with random kills',
  async run(harness) {
    const by = await openForm(harness.chain, harness.random)
    return run(harness, { count: sizeOf(harness, 5_000), victims: services, by })
  },
}
