import { setTimeout as pause } from 'node:timers/promises'
import { type Experiment, expect, type Harness, settle } from '../harness/experiment.ts'
import { openForm } from '../harness/post-form.ts'
import { makeSubmission } from '../harness/submission.ts'
import { submitUntilAcknowledged } from '../harness/submit-until-acknowledged.ts'
import { faults, type PostgresFault } from './postgres-fault.ts'

const visitors = 20
const answeredWithinMs = 15_000
const backWithinMs = 10_000

/** The database server fails under load: every visitor is answered in time, and the chain recovers by itself. */
export const postgresFaults: Experiment = {
  id: 'E8',
  title: 'Postgres faults',
  needsPostgres: true,
  async run(harness) {
    const { answers } = harness.ledger
    const by = await openForm(harness.chain, harness.random)
    const backs: string[] = []
    for (const fault of faults) {
      const backMs = await underLoad(harness, by, fault)
      backs.push(`${fault.name} ${(backMs / 1000).toFixed(1)} s`)
      expect(backMs <= backWithinMs, `back after ${backs.at(-1)}`)
    }
    const { line } = await settle(harness)
    const slowest = Math.max(...answers.map(({ ms }) => ms))
    const groups = Object.entries(Object.groupBy(answers, ({ outcome }) => outcome))
    const counts = groups.map(([outcome, list]) => `${outcome} ${list.length}`)
    const figures = `${answers.length} answers (${counts.join(', ')}), slowest ${(slowest / 1000).toFixed(1)} s, ${line}; back: ${backs.join(', ')}`
    const isAnswered = answers.every(({ outcome }) => outcome !== 'none')
    expect(slowest <= answeredWithinMs && isAnswered, figures)
    return figures
  },
}

/** Has visitors submit before, during and after the fault; gives the ms from its end until a later call succeeded. */
async function underLoad(
  { chain, ledger, random }: Harness,
  by: Awaited<ReturnType<typeof openForm>>,
  fault: PostgresFault,
): Promise<number> {
  let endedAt = Number.POSITIVE_INFINITY
  let firstAt = Number.POSITIVE_INFINITY
  let isOver = false
  const load = Array.from({ length: visitors }, async () => {
    while (!isOver) {
      const { at, lastMs, isAcknowledged } = await submitUntilAcknowledged(makeSubmission(random), ledger, by)
      if (isAcknowledged && at - lastMs > endedAt) firstAt = Math.min(firstAt, at)
      await pause(200)
    }
  })
  await pause(1_000)
  const { databaseProxy, databaseUrl } = chain
  if (databaseProxy && databaseUrl) await fault.run(databaseProxy, databaseUrl)
  endedAt = performance.now()
  await pause(3_000)
  isOver = true
  await Promise.all(load)
  return firstAt - endedAt
}
