import type { Chain } from '../harness/chain.ts'
import { type Experiment, expect, sizeOf } from '../harness/experiment.ts'
import { liftLimits } from '../harness/limits.ts'
import { outboxEmpty } from '../harness/outbox.ts'
import { mailId, type ReceivedMail } from '../harness/read-mails.ts'
import { openScriptedSmtp } from '../harness/scripted-smtp.ts'
import { verify } from '../harness/verify.ts'
import { killAtStage } from './kill-at-stage.ts'
import { killStages } from './kill-stages.ts'

/** SIGKILL at each stage K1 to K12: of the part that works there, and with --full of every part. */
export const killMatrix: Experiment = {
  id: 'E1',
  title: 'kill matrix K1 to K12',
  parts: ['next', 'function', 'gateway', 'inbox'],
  async run(bench) {
    const { chain, ledger, isFull, port } = bench
    const killsPerStage = sizeOf(bench, 20)
    await liftLimits(chain)
    const smtp = await openScriptedSmtp(port + 8)
    const stageOf = new Map<string, string>()
    const inDoubt = new Map<string, string>()
    let kills = 0
    let slowest = 0
    for (const stage of killStages) {
      // What a stage leaves to be tried again is not to be under way at the kills of those that allow no duplicate.
      if (stage.id === 'K1') await outboxEmpty(chain)
      const usesInbox = stage.victim === 'inbox' || stage.victim === 'all'
      chain.mailProxy.pointTo(usesInbox ? chain.settings.smtpPort : smtp.port)
      const others = (['next', 'function', 'gateway', 'inbox'] as const).filter(
        (name) => name !== stage.victim,
      )
      for (const victim of isFull ? [stage.victim, ...others] : [stage.victim]) {
        const label = `${stage.id} ${victim}`
        // Who survives knows what became of the mail, unless the mail server never said it.
        const leavesDoubt = victim === 'function' || victim === 'all' || stage.point === 'message taken'
        for (let kill = 0; kill < killsPerStage; kill += 1) {
          const killed = await killAtStage(bench, stage, victim, smtp)
          const { keys, acknowledged, firstAfterMs } = killed
          expect(acknowledged === keys.length, `${stage.id}: ${acknowledged} of ${keys.length} acknowledged`)
          for (const key of keys) stageOf.set(key, label)
          const newDoubts = leavesDoubt ? killed.inDoubt.filter((mail) => !inDoubt.has(mail)) : []
          expect(newDoubts.length <= 1, `${label}: one kill left ${newDoubts.length} mails in doubt`)
          for (const mail of newDoubts) inDoubt.set(mail, label)
          slowest = Math.max(slowest, firstAfterMs ?? 0)
          kills += 1
        }
      }
    }
    const emptyAfter = await outboxEmpty(chain)
    const mails = [...smtp.mails, ...(await chain.mails())]
    await smtp.close()
    const duplicates = await findDuplicates(chain, mails, [...inDoubt.keys()], stageOf)
    const told = `${kills} kills, ${inDoubt.size} of them between DATA and "sent" (${JSON.stringify(countBy([...inDoubt.values()]))}), duplicates of those ${JSON.stringify(duplicates.explained)}, of others ${JSON.stringify(duplicates.unexplained)}`
    const verdict = await verify(chain, ledger, { mails, duplicatesAllowed: inDoubt.size }).catch(
      (error: Error) => {
        throw new Error(`${error.message} (${told})`)
      },
    )
    // A mail waits for the end of its lease each time that its worker is killed.
    const [row] = await chain.query<{ seconds: number }>(
      `select max(extract(epoch from sent_at - queued_at) / greatest(attempts - 1, 1))::float as seconds
       from public.lead_emails`,
    )
    const longest = row?.seconds ?? Number.NaN
    const figures = `${told}, ${verdict.acknowledged} of ${verdict.sent} acknowledged, ${verdict.stored} stored, ${verdict.mails} mails, first acknowledged ≤ ${(slowest / 1000).toFixed(1)} s after a kill, no mail waited longer than ${longest.toFixed(0)} s for each time it was lost, outbox empty ${emptyAfter.toFixed(0)} s after the last kill`
    const isExplained = Object.keys(duplicates.unexplained).length === 0
    expect(isExplained && slowest <= 10_000 && longest <= 180, figures)
    return figures
  },
}

/**
 * Counts the copies too many of the mails of each stage's submissions: those of mails that a kill found between DATA
 * and "sent", which is K8 or K9 whatever was meant to be killed, and those of others.
 */
async function findDuplicates(
  chain: Chain,
  mails: ReceivedMail[],
  inDoubt: string[],
  stageOf: Map<string, string>,
) {
  const rows = await chain.query<{ id: string; submission_id: string }>(
    'select id, submission_id from public.lead_emails',
  )
  const stageOfMail = new Map(rows.map((row) => [row.id, stageOf.get(row.submission_id) ?? '?']))
  const doubts = countBy(inDoubt.map((mail) => mail.split(' ')[0] ?? ''))
  const explained: string[] = []
  const unexplained: string[] = []
  for (const [id, copies] of Map.groupBy(mails, mailId)) {
    const stage = stageOfMail.get(id) ?? '?'
    for (let copy = 1; copy < copies.length; copy += 1)
      (copy <= (doubts[id] ?? 0) ? explained : unexplained).push(stage)
  }
  return { explained: countBy(explained), unexplained: countBy(unexplained) }
}

function countBy(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
