import { atOnce } from '../../../supabase/functions/send-lead-email/deliver.ts'
import { services } from '../../harness/chain.ts'
import { type Experiment, settle, sizeOf } from '../../harness/experiment.ts'
import { figure } from '../../harness/figure.ts'
import { outboxEmpty } from '../../harness/outbox.ts'
import { killAtStage } from './kill-at-stage.ts'
import { killStages } from './kill-stages.ts'

/** Kills with SIGKILL at each stage, K1 to K12, what works there, and with --full every other service too. */
export const killMatrix: Experiment = {
  id: 'E1',
  title: 'kill matrix K1 to K12',
  async run(harness) {
    const { chain, isFull } = harness
    const killsPerStage = sizeOf(harness, 20)
    const doubts = new Map<string, string>()
    let kills = 0
    let lastKill = 0
    let slowest = 0
    let mostDoubts = 0
    for (const stage of killStages) {
      // From K1 on no duplicate is allowed, so no mail of the stages before may still be under way.
      if (stage.id === 'K1') await outboxEmpty(chain)
      const others = isFull ? services.filter((name) => name !== stage.victim) : []
      for (const victim of [stage.victim, ...others]) {
        const label = `${stage.id} ${victim}`
        // A function that survives knows the outcome of its mail, unless the mail server did not answer.
        const leavesDoubt = ['function', 'inbox', 'all'].includes(victim) || stage.id === 'K8'
        for (let kill = 0; kill < killsPerStage; kill += 1) {
          const { killedOn, firstAfterMs, inDoubt } = await killAtStage(harness, stage, victim)
          const added = leavesDoubt ? inDoubt.filter(({ claim }) => !doubts.has(claim)) : []
          // A slow mail server may have got the mail of the kill before only since then.
          const own = added.filter(({ claimedOn }) => claimedOn > lastKill)
          mostDoubts = Math.max(mostDoubts, own.length)
          for (const { claim } of added) doubts.set(claim, label)
          lastKill = killedOn
          slowest = Math.max(slowest, firstAfterMs)
          kills += 1
        }
      }
    }
    // From DATA until "sent" is noted a mail is in doubt, whichever stage the kill was for, and is sent again.
    const inDoubt = countBy([...doubts.keys()].map((claim) => claim.split(' ')[0] ?? ''))
    const settled = await settle(harness, { inDoubt })
    // A mail waits for the end of its lease each time that its worker is killed.
    const [row] = await chain.query<{ seconds: number }>(
      `select max(extract(epoch from sent_at - queued_at) / greatest(attempts - 1, 1))::float as seconds
       from public.outbox`,
    )
    const labels = JSON.stringify(Object.fromEntries(countBy([...doubts.values()])))
    return [
      figure('kills', kills),
      figure('mails in doubt, by stage and what was killed', labels),
      figure('mails in doubt after one kill', mostDoubts, { most: atOnce }),
      figure('seconds from a kill to the first acknowledgement', slowest / 1000, { most: 10 }),
      figure('seconds that a mail waited for each time it was lost', row?.seconds ?? Number.NaN, {
        most: 120,
      }),
      ...settled.figures,
    ]
  },
}

function countBy(names: string[]): Map<string, number> {
  return new Map([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]))
}
