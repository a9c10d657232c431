import { services } from '../harness/chain.ts'
import { type Experiment, expect, sizeOf } from '../harness/experiment.ts'
import { outboxEmpty } from '../harness/outbox.ts'
import { verify } from '../harness/verify.ts'
import { killAtStage } from './kill-at-stage.ts'
import { killStages } from './kill-stages.ts'

/** SIGKILL at each stage K1 to K12: of what works there, and with --full of every service. */
export const killMatrix: Experiment = {
  id: 'E1',
  title: 'kill matrix K1 to K12',
  async run(harness) {
    const { chain, ledger, isFull } = harness
    const killsPerStage = sizeOf(harness, 20)
    const doubts = new Map<string, string>()
    let kills = 0
    let slowest = 0
    for (const stage of killStages) {
      // What a stage leaves to be tried again is not to be under way at the kills of those that allow no duplicate.
      if (stage.id === 'K1') await outboxEmpty(chain)
      const others = isFull ? services.filter((name) => name !== stage.victim) : []
      for (const victim of [stage.victim, ...others]) {
        const label = `${stage.id} ${victim}`
        // Who survives knows what became of the mail, unless the mail server never said it.
        const leavesDoubt = ['function', 'all'].includes(victim) || stage.id === 'K8'
        for (let kill = 0; kill < killsPerStage; kill += 1) {
          const { firstAfterMs, inDoubt } = await killAtStage(harness, stage, victim)
          const added = leavesDoubt ? inDoubt.filter((claim) => !doubts.has(claim)) : []
          expect(added.length <= 1, `${label}: one kill left ${added.length} mails in doubt`)
          for (const claim of added) doubts.set(claim, label)
          slowest = Math.max(slowest, firstAfterMs)
          kills += 1
        }
      }
    }
    const emptyAfter = await outboxEmpty(chain)
    // Between DATA and "sent" a mail is in doubt, whatever was meant to be killed, and is sent again.
    const inDoubt = countBy([...doubts.keys()].map((claim) => claim.split(' ')[0] ?? ''))
    const verdict = await verify(chain, ledger, { inDoubt })
    // A mail waits for the end of its lease each time that its worker is killed.
    const [row] = await chain.query<{ seconds: number }>(
      `select max(extract(epoch from sent_at - queued_at) / greatest(attempts - 1, 1))::float as seconds
       from public.lead_emails`,
    )
    const longest = row?.seconds ?? Number.NaN
    const labels = JSON.stringify(Object.fromEntries(countBy([...doubts.values()])))
    const figures = `${kills} kills, ${doubts.size} of them between DATA and "sent" (${labels}), ${verdict.acknowledged} of ${verdict.sent} acknowledged, ${verdict.stored} stored, ${verdict.mails} mails of which ${verdict.duplicates} duplicates, first acknowledged ≤ ${(slowest / 1000).toFixed(1)} s after a kill, no mail waited longer than ${longest.toFixed(0)} s for each time it was lost, outbox empty ${emptyAfter.toFixed(0)} s after the last kill`
    expect(slowest <= 10_000 && longest <= 180, figures)
    return figures
  },
}

function countBy(names: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
