import { setTimeout as pause } from 'node:timers/promises'
import { type Service, services } from '../harness/chain.ts'
import { concurrently } from '../harness/concurrently.ts'
import { type Experiment, expect, type Harness } from '../harness/experiment.ts'
import { watchMemory } from '../harness/memory.ts'
import { outboxEmpty, untilNoMail } from '../harness/outbox.ts'
import { percentile } from '../harness/percentile.ts'
import { openForm } from '../harness/post-form.ts'
import { makeSubmissions } from '../harness/submission.ts'
import { submitUntilAcknowledged } from '../harness/submit-until-acknowledged.ts'
import { verify } from '../harness/verify.ts'

const visitors = 50

/** Visitors post the form with random kills under way; each repeats with the same key until it works. */
export const loadWithKills: Experiment = {
  id: 'E2',
  title: 'submissions through the form with random kills',
  async run(harness) {
    const { chain, ledger, random } = harness
    const count = harness.isFull ? 10_000 : 1_000
    const by = await openForm(chain, random)
    const memory = watchMemory(chain, services)
    const killing = randomKills(harness)
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
    const waits = results.map(({ lastMs }) => lastMs)
    const ms = (share: number) => percentile(waits, share).toFixed(0)
    const figures = `${verdict.acknowledged} of ${count} acknowledged in ${seconds.toFixed(0)} s (${(count / seconds).toFixed(0)}/s, p50 ${ms(0.5)} ms, p99 ${ms(0.99)} ms, tries ≤ ${tries}), ${verdict.stored} stored, kills ${JSON.stringify(kills)}, ${verdict.mails} mails of which ${verdict.duplicates} duplicates, outbox empty after ${emptyAfter.toFixed(0)} s, ${used.figures}`
    expect(verdict.acknowledged === count && verdict.stored === count && killCount > 0, figures)
    return figures
  },
}

/** Kills one of the services every 5 to 15 seconds, in the short run more often, and starts it anew, until stopped. */
function randomKills({ chain, random, isFull }: Harness) {
  const unitMs = isFull ? 5_000 : 1_500
  const abort = new AbortController()
  const kills: Partial<Record<Service, number>> = {}
  async function kill() {
    for (;;) {
      await pause(unitMs + random.below(2 * unitMs), undefined, { signal: abort.signal }).catch(() => {})
      if (abort.signal.aborted) return kills
      const victim = random.pick(services)
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
