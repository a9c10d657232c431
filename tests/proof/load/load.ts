import { readFileSync } from 'node:fs'
import { submitToFunction } from '../harness/call-function.ts'
import { type Chain, services } from '../harness/chain.ts'
import type { Experiment, Harness } from '../harness/experiment.ts'
import { type Figure, figure, percentile } from '../harness/figure.ts'
import { countMails, outboxEmpty, unsent } from '../harness/outbox.ts'
import { groupCpuMs } from '../harness/processes.ts'

const short = { stored: [1_000], concurrent: [10], seconds: 5 }
const full = { stored: [1_000, 100_000, 1_000_000], concurrent: [1, 10, 50], seconds: 10 }

/**
 * Measures how many leads a second can be stored when there are more and more leads already. The load generator and
 * the services run on the same CPUs.
 */
export const load: Experiment = {
  id: 'L1',
  title: 'leads per second, and where the time goes',
  async run(harness) {
    const { chain, isFull } = harness
    const figures: Figure[] = []
    const loads = await openLoads(harness)
    await chain.query(readFileSync(new URL('grow-one-day.sql', import.meta.url), 'utf8'))
    const { stored, concurrent, seconds } = isFull ? full : short
    for (const leads of stored) {
      await fill(chain, leads)
      if (figures.length === 0)
        figures.push(figure('emails sent a second', await sendAgain(chain), { least: 80 }))
      await measure(chain, 10, seconds, loads['whole chain'])
      for (const many of concurrent) {
        for (const [name, work] of Object.entries(loads)) {
          const { failed, told } = await measure(chain, many, seconds, work)
          const what = `${name}, ${many} at a time, ${leads.toLocaleString('en')} stored`
          figures.push(figure(what, told), figure('– failed calls', failed, { exactly: 0 }))
        }
      }
    }
    return figures
  },
}

/**
 * Adds leads until this number is stored. The leads are two days old, and each has a submission and emails
 * that were sent.
 */
async function fill(chain: Chain, total: number): Promise<void> {
  const [row] = await chain.query<{ count: number }>('select count(*) as count from private.lead_submissions')
  const batch = 50_000
  for (let stored = row?.count ?? 0; stored < total; stored += batch)
    await chain.query(`select store_submissions(now() - interval '2 days', false, $1)`, [
      Math.min(batch, total - stored),
    ])
  await chain.query('vacuum analyze').catch(() => chain.query('analyze'))
}

/**
 * Marks all emails to visitors as unsent. Then lets the function send them, and returns how many it sends in
 * a second.
 */
async function sendAgain(chain: Chain): Promise<number> {
  await chain.query(`update private.outbox set status = 'pending', reason = null, attempts = 0, claimed_at = null, sent_at = null,
    due_at = now(), queued_at = now() where kind = 'visitor'`)
  return (await countMails(chain, unsent)) / (await outboxEmpty(chain))
}

/**
 * Returns the functions that put load on the services, each under a name. A function makes one call, and returns true
 * if the answer was right.
 */
async function openLoads({ chain, openForm, submission }: Harness) {
  const post = await openForm()
  const one = () => submission({ name: 'Ada Lovelace', phone: '(201) 555-0123', countryCode: 'US' })
  const call = async (evidence: object) => (await submitToFunction(chain, one(), evidence)).status === 201
  const empty = { name: '', email: '', phone: '' }
  return {
    'from the function': () => call({}),
    // No emails are sent for these calls, because the emails of a suspected bot are held.
    'without mail': () => call({ suspectedBot: true }),
    // The server action refuses an empty form, so it does not call the function.
    'empty form': async () => (await post(one(), { fields: empty })).outcome === 'invalid',
    'whole chain': async () => (await post(one())).outcome === 'success',
  }
}

/**
 * Repeats the work for a while, with `concurrent` calls at the same time. Returns the rate, the times, and how much
 * CPU time each process used for a call.
 */
async function measure(chain: Chain, concurrent: number, seconds: number, work: () => Promise<boolean>) {
  const times: number[] = []
  let failed = 0
  const ownCpuMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000
  const cpu = () => [...services.map((name) => groupCpuMs(chain[name].pid)), ownCpuMs()]
  const [before, begin] = [cpu(), performance.now()]
  const run = async () => {
    while (performance.now() < begin + seconds * 1000) {
      const start = performance.now()
      if (!(await work())) failed += 1
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: concurrent }, run))
  const perSecond = times.length / ((performance.now() - begin) / 1000)
  const costs = cpu().map((ms, index) => ((ms - (before[index] ?? 0)) / times.length).toFixed(2))
  const cost = [...services, 'load'].map((name, index) => `${name} ${costs[index]}`).join(', ')
  const ms = (share: number) => percentile(times, share).toFixed(1)
  return {
    failed,
    told: `${perSecond.toFixed(0)}/s, p50 ${ms(0.5)} ms, p99 ${ms(0.99)} ms, processor ms a call: ${cost}`,
  }
}
