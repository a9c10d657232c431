import { setTimeout as pause } from 'node:timers/promises'
import { openForm } from '../../../tests/kit/post-form.ts'
import { makeSubmissions, type Submission } from '../../../tests/kit/submission.ts'
import { submitToFunction } from '../../harness/call-function.ts'
import type { Harness } from '../../harness/experiment.ts'
import { killAndRestart, type Victim } from '../../harness/kill.ts'
import { mailId } from '../../harness/mail-folder.ts'
import { untilNoMail } from '../../harness/outbox.ts'
import { submitUntilAcknowledged } from '../../harness/submit-until-acknowledged.ts'
import type { KillStage } from './kill-stages.ts'

const visitors = 10
const underWay = `status = 'pending' and due_at < now()
  or status = 'sending' and claimed_at > now() - interval '1 second'`

/** Kills the victim when a visitor reaches the stage; gives when, the ms until a later call succeeded, and the mails in doubt. */
export async function killAtStage(harness: Harness, stage: KillStage, victim: Victim) {
  const { chain, ledger, random } = harness
  // No mail may be under way, or the kill would hit another stage as well.
  await untilNoMail(chain, 'no mail is under way', underWay, 120_000)
  const toFunction = (submission: Submission) => submitToFunction(chain, submission)
  const by = stage.through === 'action' ? await openForm(chain, random) : toFunction
  const { reached, release } = await stage.watch(harness)
  const submissions = makeSubmissions(random, visitors)
  const answers = submissions.map((submission) => submitUntilAcknowledged(submission, ledger, by))
  const late = pause(20_000).then(() => Promise.reject(new Error(`${stage.what} was not reached`)))
  await Promise.race([reached, late])
  const [killedAt, killedOn] = [performance.now(), Date.now()]
  await killAndRestart(harness, victim)
  release?.()
  const inDoubt = await mailsInDoubt(harness, killedOn)
  const results = await Promise.all(answers)
  if (results.some(({ isAcknowledged }) => !isAcknowledged)) throw new Error(`${stage.id}: a visitor gave up`)
  const after = results.flatMap(({ at, lastMs }) => (at - lastMs > killedAt ? [at - killedAt] : []))
  return { killedOn, firstAfterMs: after.length ? Math.min(...after) : 0, inDoubt }
}

/** Gives the claims made before the kill, `id attempt` and when, whose mail was received but is not noted as sent. */
async function mailsInDoubt({ chain }: Harness, killedOn: number) {
  const claims = await chain.query<{ id: string; attempts: number; claimed_ms: number }>(
    `select id, attempts, extract(epoch from claimed_at)::float * 1000 as claimed_ms from public.outbox
     where (status = 'sending' or status = 'pending' and attempts > 0) and claimed_at <= to_timestamp($1::float / 1000)`,
    [killedOn],
  )
  const received = new Set(claims.length ? (await chain.mails()).map(mailId) : [])
  return claims
    .filter(({ id }) => received.has(id))
    .map(({ id, attempts, claimed_ms: claimedOn }) => ({ claim: `${id} ${attempts}`, claimedOn }))
}
