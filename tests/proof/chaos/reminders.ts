import { atOnce } from '../../../supabase/functions/send-lead-email/deliver.ts'
import { waitUntil } from '../../kit/wait-until.ts'
import { services } from '../harness/chain.ts'
import type { Experiment } from '../harness/experiment.ts'
import { figure } from '../harness/figure.ts'
import { killAndRestart, type Victim } from '../harness/kill.ts'
import { outboxEmpty } from '../harness/outbox.ts'

const victims: Victim[] = [...services, 'database', 'all']
const stages = [
  ['/rpc/claim_mails', 'after'],
  ['/rpc/settle_message', 'before'],
] as const

/**
 * Reminds people while each service is killed, once when a reminder is claimed and once before it is recorded as
 * sent. Then everybody submits once more, and the sweep judges everybody again.
 */
export const reminders: Experiment = {
  id: 'E30',
  title: 'reminders under kills',
  async run(harness) {
    const { chain, ledger, random, toFunction } = harness
    const count = harness.sizeOf(5 * victims.length * stages.length)
    await chain.query(`update private.lead_settings set remind_after = '1 hour'`)
    const submissions = harness.submissions(count)
    for (const submission of submissions) await ledger.sendUntilAcknowledged(submission, toFunction)
    const settled = await harness.settle()

    const batch = count / victims.length / stages.length
    const remind = (most: number) =>
      chain.query(
        `update private.leads set remind_at = now()
        where id in (select id from private.leads where reminded_at is null and remind_at > now() limit $1)`,
        [most],
      )
    let kills = 0
    for (const victim of victims)
      for (const [path, stage] of stages) {
        const { reached, release } = chain.breakpoints.hold(path, stage)
        await remind(batch)
        let isReached = false
        reached.then(() => {
          isReached = true
        })
        await waitUntil(`${path} is reached`, 150_000, () => isReached)
        await killAndRestart(chain, victim)
        release()
        kills += 1
      }
    const judged = () =>
      waitUntil('everybody is judged', 60_000, async () => {
        const left = await chain.query('select from private.leads where remind_at <= now()')
        return left.length === 0
      })
    await judged()
    await outboxEmpty(chain, 600_000)
    // The database itself allows only one reminder for each submission, so a second one can belong only to a
    // new submission. Nobody gets more than three emails in 30 days without pressing a link.
    await chain.query(`update private.outbox set queued_at = queued_at - interval '25 hours'`)
    await chain.query('update private.leads set pressed_at = now()')
    for (const submission of submissions)
      await ledger.sendUntilAcknowledged({ ...submission, key: random.uuid() }, toFunction)
    await outboxEmpty(chain)
    await chain.query('update private.leads set remind_at = now()')
    await judged()
    await outboxEmpty(chain)

    const rows = await chain.query<{ id: string; lead_id: string; status: string; email: string }>(
      `select outbox.id, lead_id, status, email from private.outbox join private.leads on leads.id = lead_id
      where event = 'reminder'`,
    )
    const copiesOf = Map.groupBy(await chain.mails(), ({ id }) => id)
    const copies = rows.map(
      ({ id, email }) => (copiesOf.get(id) ?? []).filter(({ to }) => `${to}` === email).length,
    )
    return [
      figure('kills', kills),
      figure('people with a reminder', new Set(rows.map(({ lead_id: person }) => person)).size, {
        exactly: count,
      }),
      figure('reminders', rows.length, { exactly: count }),
      figure('reminders not sent in the end', rows.filter(({ status }) => status !== 'sent').length, {
        exactly: 0,
      }),
      figure('reminders that did not arrive', copies.filter((arrived) => arrived === 0).length, {
        exactly: 0,
      }),
      figure(
        'copies of an email that was under way at a kill',
        copies.reduce((sum, arrived) => sum + arrived - 1, 0),
        {
          most: atOnce * kills,
        },
      ),
      ...settled.figures,
    ]
  },
}
