import { setTimeout as pause } from 'node:timers/promises'
import { submitToFunction } from '../harness/call-function.ts'
import type { Harness } from '../harness/experiment.ts'
import { mailId } from '../harness/mail-folder.ts'
import { untilNoMail } from '../harness/outbox.ts'
import { openForm } from '../harness/post-form.ts'
import { makeSubmissions, type Submission } from '../harness/submission.ts'
import { submitUntilAcknowledged } from '../harness/submit-until-acknowledged.ts'
import { postHalf } from './half-post.ts'
import { killAndRestart } from './kill.ts'
import type { KillStage, Victim } from './kill-stages.ts'
import { pauseInTransaction } from './pause-in-transaction.ts'

const visitors = 10
const underWay = `status = 'pending' and due_at < now()
  or status = 'sending' and claimed_at > now() - interval '1 second'`

/**
 * Ten visitors submit, the victim is killed when one of them is at the stage, and all go on until they succeed. Gives how
 * long after the kill the first call succeeded, and the claims that left a mail in doubt; throws when a visitor gives up.
 */
export async function killAtStage(harness: Harness, stage: KillStage, victim: Victim) {
  const { chain, ledger, random } = harness
  // A kill at one stage is not to be one at another stage as well.
  await untilNoMail(chain, 'no mail is under way', underWay, 120_000)
  const toFunction = (submission: Submission) => submitToFunction(chain, submission)
  const by = stage.through === 'action' ? await openForm(chain, random) : toFunction
  const { reached, release } = await prepare(harness, stage)
  const submissions = makeSubmissions(random, visitors)
  const answers = submissions.map((submission) => submitUntilAcknowledged(submission, ledger, by))
  const late = pause(20_000).then(() => Promise.reject(new Error(`${stage.what} was not reached`)))
  await Promise.race([reached(), late])
  const [killedAt, killedOn] = [performance.now(), Date.now()]
  await killAndRestart(harness, victim)
  release?.()
  const inDoubt = await mailsInDoubt(harness, killedOn)
  const results = await Promise.all(answers)
  if (results.some(({ isAcknowledged }) => !isAcknowledged)) throw new Error(`${stage.id}: a visitor gave up`)
  const after = results.flatMap(({ at, lastMs }) => (at - lastMs > killedAt ? [at - killedAt] : []))
  return { firstAfterMs: after.length ? Math.min(...after) : 0, inDoubt }
}

/** The claims before the kill, as `id attempt`, whose mail was taken and of which the database knows no end. */
async function mailsInDoubt({ chain }: Harness, killedOn: number): Promise<string[]> {
  const claims = await chain.query<{ id: string; attempts: number }>(
    `select id, attempts from public.lead_emails
     where status = 'sending' and claimed_at <= to_timestamp($1::float / 1000)`,
    [killedOn],
  )
  const taken = new Set(claims.length ? (await chain.mails()).map(mailId) : [])
  return claims.flatMap(({ id, attempts }) => (taken.has(id) ? [`${id} ${attempts}`] : []))
}

type Point = { reached: () => Promise<unknown>; release?: () => void }

async function prepare({ chain, random }: Harness, stage: KillStage): Promise<Point> {
  if ('hold' in stage) {
    const { reached, release } = chain.breakpoints.hold(stage.hold)
    return { reached: () => reached, release }
  }
  if (stage.point === 'inside the transaction') {
    const { reached } = await pauseInTransaction(chain)
    return { reached: () => reached }
  }
  if (stage.point === 'message taken') {
    const taken = Promise.withResolvers<void>()
    chain.smtp.follow((step) => {
      if (step !== 'received') return 'pass'
      taken.resolve()
      return 'hang'
    })
    return { reached: () => taken.promise, release: () => chain.smtp.follow(() => 'pass') }
  }
  if (stage.point === 'half a body') return { reached: () => postHalf(chain) }
  return { reached: () => pause(random.below(300)) }
}
