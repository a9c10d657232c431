import { type Experiment, expect, type Workbench } from '../experiment.ts'
import { liftLimits } from '../limits.ts'
import { outboxEmpty } from '../outbox.ts'
import { percentile } from '../percentile.ts'
import { openScriptedSmtp, type ScriptedSmtp } from '../scripted-smtp.ts'
import { openForm } from '../send-via-action.ts'
import { type SmtpMode, smtpModes } from '../smtp-modes.ts'
import { makeSubmissions } from '../submission.ts'
import { submitUntilAcknowledged } from '../submit-until-acknowledged.ts'
import { verify } from '../verify.ts'
import { waitUntil } from '../wait-until.ts'

const leads = 30
const repairedWithinMs = 120_000

/** A mail server that fails in every way: visitors do not notice, and no mail is lost. */
export const smtpFaults: Experiment = {
  id: 'E7',
  title: 'mail server faults',
  parts: ['next', 'function', 'gateway'],
  async run(bench) {
    const { chain, ledger, port, isFull } = bench
    await liftLimits(chain)
    const smtp = await openScriptedSmtp(port + 8)
    chain.mailProxy.pointTo(smtp.port)
    const submit = await submitter(bench)
    const healthy: number[] = []
    const faulty: number[] = []
    const repairs: number[] = []
    let worst = ['', 0] as [string, number]
    const modes = smtpModes.filter((mode) => isFull || mode.isSample)
    for (const mode of modes) {
      const before = await submit()
      healthy.push(...before)
      await outboxEmpty(chain, 60_000)
      await mode.begin(smtp, chain.mailProxy)
      const during = await submit()
      faulty.push(...during)
      const ratio = percentile(during, 0.95) / percentile(before, 0.95)
      if (ratio > worst[1]) worst = [mode.name, ratio]
      repairs.push(await failThenRepair(bench, mode, smtp))
    }
    const verdict = await verify(chain, ledger, {
      mails: smtp.mails,
      duplicatesAllowed: leads * 2 * modes.length,
    })
    await smtp.close()
    const clean = modes.filter((mode) => !mode.isAmbiguous).length
    const ratio = percentile(faulty, 0.95) / percentile(healthy, 0.95)
    const figures = `${modes.length} modes x ${leads} leads, answer p95 ${percentile(faulty, 0.95).toFixed(0)} ms, healthy ${percentile(healthy, 0.95).toFixed(0)} ms (x${ratio.toFixed(2)}; worst mode ${worst[0]} x${worst[1].toFixed(2)}), delivered ≤ ${Math.max(...repairs).toFixed(0)} s after repair, ${verdict.mails} mails, ${verdict.duplicates} duplicates in ${modes.length - clean} ambiguous modes`
    expect(ratio <= 1.2, figures)
    return figures
  },
}

/** Returns what submits a batch through the form, one visitor after the other, and tells how long each waited. */
async function submitter({ chain, ledger, random }: Workbench) {
  const send = await openForm(chain, random)
  return async () => {
    const waits: number[] = []
    for (const submission of makeSubmissions(random, leads)) {
      const { lastMs, tries } = await submitUntilAcknowledged(submission, { ledger, send })
      expect(tries === 1, 'a visitor had to try again')
      waits.push(lastMs)
    }
    return waits
  }
}

async function failThenRepair({ chain }: Workbench, mode: SmtpMode, smtp: ScriptedSmtp) {
  const count = async (where: string) => {
    const rows = await chain.query<{ n: number }>(
      `select count(*) as n from public.lead_emails where ${where}`,
    )
    return rows[0]?.n ?? 0
  }
  const owed = `status in ('pending', 'sending')`
  if (mode.isPermanent) {
    await waitUntil(`${mode.name}: dead`, 60_000, async () => (await count(owed)) === 0)
    const dead = await count(`status = 'dead' and attempts <= 2`)
    const [seen] = await chain.query<{ n: number }>('select count(*) as n from public.lead_emails_attention')
    expect(
      dead === leads * 2 && seen?.n === dead,
      `${mode.name}: ${dead} dead after ≤ 2 attempts, ${seen?.n} visible`,
    )
  } else if (!mode.isAmbiguous) {
    await waitUntil(`${mode.name}: tried`, 60_000, async () => (await count(`${owed} and attempts > 0`)) > 0)
  }
  smtp.follow(() => 'go on')
  await chain.mailProxy.break('none')
  if (mode.isPermanent) await chain.query('select public.requeue_lead_emails()')
  return outboxEmpty(chain, repairedWithinMs)
}
