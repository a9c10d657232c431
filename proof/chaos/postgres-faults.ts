import { setTimeout as pause } from 'node:timers/promises'
import { type Experiment, expect, type Workbench } from '../harness/experiment.ts'
import { liftLimits } from '../harness/limits.ts'
import { outboxEmpty } from '../harness/outbox.ts'
import { openForm } from '../harness/send-via-action.ts'
import { makeSubmission } from '../harness/submission.ts'
import { submitUntilAcknowledged } from '../harness/submit-until-acknowledged.ts'
import { verify } from '../harness/verify.ts'
import { postgresFaults as faults, type PostgresFault } from './postgres-fault.ts'

const visitors = 20
const answeredWithinMs = 15_000
const backWithinMs = 10_000

/** The database server fails under load: every visitor is answered in time, and service comes back by itself. */
export const postgresFaults: Experiment = {
  id: 'E8',
  title: 'Postgres faults',
  parts: ['next', 'function', 'gateway', 'mailServer'],
  needsServer: true,
  async run(bench) {
    const { chain, ledger } = bench
    await liftLimits(chain)
    const backs: string[] = []
    for (const fault of faults) {
      const backMs = await underLoad(bench, fault)
      backs.push(`${fault.name} ${(backMs / 1000).toFixed(1)} s`)
      expect(backMs <= backWithinMs, `back after ${backs.at(-1)}`)
    }
    await outboxEmpty(chain)
    // A mail that was taken while the database was away is sent again when its lease has ended.
    const verdict = await verify(chain, ledger, { duplicatesAllowed: 0 })
    const answers = (await ledger.read()).filter((entry) => entry.at === 'answer')
    const slowest = Math.max(...answers.map(({ ms }) => ms))
    const counts = Object.entries(Object.groupBy(answers, ({ outcome }) => outcome)).map(
      ([outcome, list]) => `${outcome} ${list.length}`,
    )
    const unanswered = answers.filter(({ outcome }) => outcome === 'none').length
    const figures = `${answers.length} answers (${counts.join(', ')}), slowest ${(slowest / 1000).toFixed(1)} s, ${verdict.stored} stored, ${verdict.mails} mails, ${verdict.duplicates} duplicates; back: ${backs.join(', ')}`
    expect(slowest <= answeredWithinMs && unanswered === 0, figures)
    return figures
  },
}

/** Keeps twenty visitors submitting before, during and after the fault; tells how long after it one succeeded. */
async function underLoad(
  { chain, engine, ledger, random }: Workbench,
  fault: PostgresFault,
): Promise<number> {
  const send = await openForm(chain, random)
  let endedAt = Number.POSITIVE_INFINITY
  let firstAt = Number.POSITIVE_INFINITY
  let isOver = false
  const load = Array.from({ length: visitors }, async () => {
    while (!isOver) {
      const { at, lastMs, isAcknowledged } = await submitUntilAcknowledged(makeSubmission(random), {
        ledger,
        send,
      })
      if (isAcknowledged && at - lastMs > endedAt) firstAt = Math.min(firstAt, at)
      await pause(200)
    }
  })
  await pause(1_000)
  if (engine.server && chain.databaseUrl) await fault.run(engine.server, chain.databaseUrl)
  endedAt = performance.now()
  await pause(3_000)
  isOver = true
  await Promise.all(load)
  return firstAt - endedAt
}
