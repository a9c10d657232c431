import { setTimeout as pause } from 'node:timers/promises'
import { atOnce } from '../../../supabase/functions/send-lead-email/deliver.ts'
import { services } from '../harness/chain.ts'
import { type Experiment, expect, type Harness } from '../harness/experiment.ts'
import { figure } from '../harness/figure.ts'
import { killAndRestart, type Victim } from '../harness/kill.ts'
import type { Way } from '../harness/ledger.ts'
import { outboxEmpty, untilNoMail } from '../harness/outbox.ts'
import { type KillStage, killStages } from './kill-stages.ts'

const visitors = 10
const underWay = `status = 'pending' and due_at < now()
  or status = 'sending' and claimed_at > now() - interval '1 second'`

/**
 * Goes through the stages K1 to K12. At each stage, it kills the service that is busy with SIGKILL. With --full, it
 * also kills each of the other services.
 */
export const killMatrix: Experiment = {
  id: 'E1',
  title: 'kill matrix K1 to K12',
  async run(harness) {
    const { chain, isFull } = harness
    const killsPerStage = harness.sizeOf(20)
    const doubts = new Set<string>()
    let kills = 0
    let lastKill = 0
    let slowest = 0
    let mostDoubts = 0
    for (const stage of killStages) {
      // The stages from K1 on must not produce a duplicate. All emails of the earlier stages must therefore
      // be sent before K1 begins.
      if (stage.id === 'K1') await outboxEmpty(chain)
      const others = isFull ? services.filter((name) => name !== stage.victim) : []
      for (const victim of [stage.victim, ...others]) {
        // If the function is still alive after the kill, it knows whether its email was sent. The only
        // exception is that the mail server did not answer.
        const leavesDoubt = ['function', 'inbox', 'all'].includes(victim) || stage.id === 'K8'
        for (let kill = 0; kill < killsPerStage; kill += 1) {
          const { killedOn, firstAfterMs, inDoubt } = await killAtStage(harness, stage, victim)
          const added = leavesDoubt ? inDoubt.filter(({ claim }) => !doubts.has(claim)) : []
          // If the mail server is slow, an email may arrive so late that another kill has come in between.
          // Such an email is not counted for this kill.
          const own = added.filter(({ claimedOn }) => claimedOn > lastKill)
          mostDoubts = Math.max(mostDoubts, own.length)
          for (const { claim } of added) doubts.add(claim)
          lastKill = killedOn
          slowest = Math.max(slowest, firstAfterMs)
          kills += 1
        }
      }
    }
    // After DATA, nobody knows whether an email has arrived until it is recorded as "sent". If a kill comes
    // in between, at any stage, the function sends the email again.
    const claimsOf = Map.groupBy(doubts, (claim) => claim.split(' ')[0] ?? '')
    const inDoubt = new Map([...claimsOf].map(([id, claims]) => [id, claims.length]))
    const settled = await harness.settle({ inDoubt })
    // If a worker is killed, its emails wait until its lease has expired.
    const [lost] = await chain.query<{ seconds: number }>(
      `select max(extract(epoch from sent_at - queued_at) / greatest(attempts - 1, 1))::float as seconds
       from private.outbox`,
    )
    return [
      figure('kills', kills),
      figure('emails in doubt', doubts.size),
      figure('emails in doubt after one kill', mostDoubts, { most: atOnce }),
      figure('seconds from a kill to the first acknowledgement', slowest / 1000, { most: 10 }),
      figure('seconds that an email waited for each time it was lost', Number(lost?.seconds), { most: 120 }),
      ...settled.figures,
    ]
  },
}

/**
 * Waits until a visitor reaches the stage, and then kills the service. Returns the time of the kill, the
 * milliseconds until a later call succeeded, and the emails that may or may not have been sent.
 */
async function killAtStage(harness: Harness, stage: KillStage, victim: Victim) {
  const { chain, ledger } = harness
  // While an email is being sent, the kill would hit another stage too. We therefore wait until no email is
  // in progress.
  await untilNoMail(chain, 'no email is under way', underWay, 120_000)
  const by: Way = stage.through === 'action' ? await harness.openForm() : harness.toFunction
  const { reached, release } = await stage.watch(harness)
  const submissions = harness.submissions(visitors)
  const answers = submissions.map((submission) => ledger.sendUntilAcknowledged(submission, by))
  const late = pause(20_000).then(() => Promise.reject(new Error(`${stage.what} was not reached`)))
  await Promise.race([reached, late])
  const [killedAt, killedOn] = [performance.now(), Date.now()]
  await killAndRestart(chain, victim)
  release?.()
  const inDoubt = await mailsInDoubt(harness, killedOn)
  const results = await Promise.all(answers)
  const isEachAcknowledged = results.every(({ isAcknowledged }) => isAcknowledged)
  expect(isEachAcknowledged, `${stage.id}: a visitor gave up`)
  const after = results.flatMap(({ at, lastMs }) => (at - lastMs > killedAt ? [at - killedAt] : []))
  return { killedOn, firstAfterMs: after.length ? Math.min(...after) : 0, inDoubt }
}

/**
 * Finds emails that were claimed before the kill and have arrived, but are not recorded as sent. For each
 * claim, it returns `id attempt` and the time.
 */
async function mailsInDoubt({ chain }: Harness, killedOn: number) {
  const claims = await chain.query<{ id: string; attempts: number; claimed_ms: number }>(
    `select id, attempts, extract(epoch from claimed_at)::float * 1000 as claimed_ms from private.outbox
     where (status = 'sending' or status = 'pending' and attempts > 0) and claimed_at <= to_timestamp($1::float / 1000)`,
    [killedOn],
  )
  const received = new Set(claims.length ? (await chain.mails()).map(({ id }) => id) : [])
  return claims
    .filter(({ id }) => received.has(id))
    .map(({ id, attempts, claimed_ms: claimedOn }) => ({ claim: `${id} ${attempts}`, claimedOn }))
}
