import type { Chain } from '../chain.ts'
import { type Experiment, expect, sizeOf } from '../experiment.ts'
import { killAtStage } from '../kill-at-stage.ts'
import { killStages } from '../kill-stages.ts'
import { liftLimits } from '../limits.ts'
import { outboxEmpty } from '../outbox.ts'
import type { ReceivedMail } from '../read-mails.ts'
import { openScriptedSmtp } from '../scripted-smtp.ts'
import { verify } from '../verify.ts'

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
    let kills = 0
    let slowest = 0
    let duplicatesAllowed = 0
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
        for (let kill = 0; kill < killsPerStage; kill += 1) {
          const { keys, acknowledged, firstAfterMs } = await killAtStage(bench, stage, victim, smtp)
          expect(acknowledged === keys.length, `${stage.id}: ${acknowledged} of ${keys.length} acknowledged`)
          for (const key of keys) stageOf.set(key, label)
          slowest = Math.max(slowest, firstAfterMs ?? 0)
          kills += 1
          if (stage.mayDuplicate) duplicatesAllowed += 1
        }
      }
    }
    const emptyAfter = await outboxEmpty(chain)
    const mails = [...smtp.mails, ...(await chain.mails())]
    await smtp.close()
    const duplicates = await duplicatesByStage(chain, mails, stageOf)
    const told = `${kills} kills, duplicates ${JSON.stringify(duplicates)} of ${duplicatesAllowed} allowed`
    const verdict = await verify(chain, ledger, { mails, duplicatesAllowed }).catch((error: Error) => {
      throw new Error(`${error.message} (${told})`)
    })
    // A mail waits for the end of its lease each time that its worker is killed.
    const [row] = await chain.query<{ seconds: number }>(
      `select max(extract(epoch from sent_at - queued_at) / greatest(attempts - 1, 1))::float as seconds
       from public.lead_emails`,
    )
    const longest = row?.seconds ?? Number.NaN
    const figures = `${told}, ${verdict.acknowledged} of ${verdict.sent} acknowledged, ${verdict.stored} stored, ${verdict.mails} mails, first acknowledged ≤ ${(slowest / 1000).toFixed(1)} s after a kill, no mail waited longer than ${longest.toFixed(0)} s for each time it was lost, outbox empty ${emptyAfter.toFixed(0)} s after the last kill`
    const misplaced = Object.keys(duplicates).filter(
      (label) => !killStages.find(({ id }) => label.startsWith(`${id} `))?.mayDuplicate,
    )
    expect(misplaced.length === 0 && slowest <= 10_000 && longest <= 180, figures)
    return figures
  },
}

/** How many copies too many there are of the mails of each stage's submissions. */
async function duplicatesByStage(chain: Chain, mails: ReceivedMail[], stageOf: Map<string, string>) {
  const rows = await chain.query<{ id: string; submission_id: string }>(
    'select id, submission_id from public.lead_emails',
  )
  const stageOfMail = new Map(rows.map((row) => [row.id, stageOf.get(row.submission_id) ?? '?']))
  const duplicates: Record<string, number> = {}
  for (const [id, copies] of Map.groupBy(mails, ({ messageId }) => messageId.split('@')[0] ?? '')) {
    const stage = stageOfMail.get(id) ?? '?'
    if (copies.length > 1) duplicates[stage] = (duplicates[stage] ?? 0) + copies.length - 1
  }
  return duplicates
}
