import { setTimeout as pause } from 'node:timers/promises'
import { submitToFunction } from '../harness/call-function.ts'
import type { Workbench } from '../harness/experiment.ts'
import { mailId } from '../harness/read-mails.ts'
import type { ScriptedSmtp } from '../harness/scripted-smtp.ts'
import { openForm } from '../harness/send-via-action.ts'
import { makeSubmissions, type Submission } from '../harness/submission.ts'
import { submitUntilAcknowledged } from '../harness/submit-until-acknowledged.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { postHalf } from './half-post.ts'
import { killAndRestart } from './kill.ts'
import type { KillStage } from './kill-stages.ts'
import { pauseInTransaction } from './pause-in-transaction.ts'

const visitors = 10

/** Ten visitors submit, the victim is killed when one of them is at the stage, and all go on until they succeed. */
export async function killAtStage(
  bench: Workbench,
  stage: KillStage,
  victim: KillStage['victim'],
  smtp: ScriptedSmtp,
) {
  const { chain, engine, ledger, random } = bench
  await workerIdle(bench)
  const submissions = makeSubmissions(random, visitors)
  const send =
    stage.through === 'action'
      ? await openForm(chain, random)
      : (submission: Submission) => submitToFunction(chain, submission)
  const point = await prepare(bench, stage, smtp)
  const answers = submissions.map((submission) => submitUntilAcknowledged(submission, { ledger, send }))
  await point.reached()
  const killedAt = performance.now()
  const killedOn = Date.now()
  await killAndRestart(chain, engine, victim)
  point.release()
  const inDoubt = await mailsInDoubt(bench, smtp, killedOn)
  const results = await Promise.all(answers)
  const after = results.flatMap(({ at, lastMs }) => (at - lastMs > killedAt ? [at - killedAt] : []))
  return {
    keys: submissions.map(({ key }) => key),
    acknowledged: results.filter(({ isAcknowledged }) => isAcknowledged).length,
    /** From the kill to the first answer to a call made after it. */
    firstAfterMs: after.length ? Math.min(...after) : undefined,
    inDoubt,
  }
}

/** No mail is under way: a kill at one stage is not to be one at another stage as well. */
const workerIdle = ({ chain }: Workbench) =>
  waitUntil('no mail is under way', 120_000, async () => {
    const [row] = await chain.query<{ busy: number }>(
      `select count(*) as busy from public.lead_emails where status = 'pending' and due_at < now()
        or status = 'sending' and claimed_at > now() - interval '1 second'`,
    )
    return row?.busy === 0
  })

/** The claims before the kill, as `id attempt`, whose mail was taken and of which the database knows no end. */
async function mailsInDoubt({ chain }: Workbench, smtp: ScriptedSmtp, killedOn: number): Promise<string[]> {
  const claims = await chain.query<{ id: string; attempts: number }>(
    `select id, attempts from public.lead_emails
     where status = 'sending' and claimed_at <= to_timestamp($1::float / 1000)`,
    [killedOn],
  )
  if (claims.length === 0) return []
  const taken = new Set([...smtp.mails, ...(await chain.mails())].map(mailId))
  return claims.flatMap(({ id, attempts }) => (taken.has(id) ? [`${id} ${attempts}`] : []))
}

type Point = { reached: () => Promise<unknown>; release: () => void }

async function prepare(
  { chain, random }: Workbench,
  { hold, point }: KillStage,
  smtp: ScriptedSmtp,
): Promise<Point> {
  const soon = (what: string, reached: Promise<unknown>) => () =>
    Promise.race([reached, pause(20_000).then(() => Promise.reject(new Error(`${what} was not reached`)))])
  if (hold) {
    const gate = hold.gate === 'action' ? chain.actionGate : chain.databaseGate
    const held = gate.hold(hold.path, hold.stage)
    return { reached: soon(hold.path, held.first), release: held.release }
  }
  if (point === 'inside the transaction') {
    const { reached } = await pauseInTransaction(chain)
    return { reached: soon(point, reached), release: () => {} }
  }
  if (point === 'message taken') {
    const taken = Promise.withResolvers<void>()
    smtp.follow((step) => {
      if (step !== 'received') return 'go on'
      taken.resolve()
      return 'hang'
    })
    return { reached: soon(point, taken.promise), release: () => smtp.follow(() => 'go on') }
  }
  if (point === 'half a body') return { reached: () => postHalf(chain), release: () => {} }
  return { reached: () => pause(random.below(300)), release: () => {} }
}
