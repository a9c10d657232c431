import type { Chain } from '../harness/chain.ts'
import { hiddenFields, postForm, visitorFields } from '../harness/post-form.ts'
import { createRandom } from '../harness/random.ts'
import { makeSubmission } from '../harness/submission.ts'
import { cpuMs } from './cpu.ts'
import { type Measurement, measure } from './measure.ts'
import { postJson } from './post-json.ts'

const parts = ['next', 'function', 'gateway', 'inbox'] as const
export type Cost = Record<(typeof parts)[number] | 'load', number>

/** What each process spent on one call, in milliseconds of a processor. */
async function withCost(
  chain: Chain,
  run: () => Promise<Measurement>,
): Promise<Measurement & { cost: Cost }> {
  const now = () => parts.map((name) => cpuMs(chain[name].pid))
  const [before, own] = [now(), process.cpuUsage()]
  const measurement = await run()
  const spent = process.cpuUsage(own)
  const cost = parts.map((name, index) => [
    name,
    ((now()[index] ?? 0) - (before[index] ?? 0)) / measurement.count,
  ])
  if (measurement.failed > 0) console.error(`${measurement.failed} failed ${chain.deaths}`)
  const load = (spent.user + spent.system) / 1000 / measurement.count
  return { ...measurement, cost: { ...Object.fromEntries(cost), load } }
}

/** The measurements of one running chain. */
export async function openSession(chain: Chain, seconds: number) {
  const random = createRandom(Date.now())
  const hidden = await hiddenFields(chain)
  const address = () => `10.${[0, 0, 0].map(() => random.below(256)).join('.')}`
  const submission = () =>
    makeSubmission(random, { name: 'Ada Lovelace', phone: '(201) 555-0123', countryCode: 'US' })
  const evidence = { consentText: 'I agree.', consentVersion: '2026-11' }

  return {
    /** From the function on: gateway, Deno, database; a suspected bot's mails are held, so nothing is mailed. */
    fromFunction: (concurrent: number, isMailed = true) =>
      withCost(chain, () =>
        measure(concurrent, seconds, async () => {
          const context = { ...evidence, suspectedBot: !isMailed }
          const { key, ...lead } = submission()
          const headers = { apikey: chain.settings.secretKey, 'idempotency-key': key }
          const body = JSON.stringify({ ...lead, consent: true, context })
          return (await postJson(chain.functionUrl, headers, body)) === 201
        }),
      ),
    wholeChain: (concurrent: number) =>
      withCost(chain, () =>
        measure(concurrent, seconds, async () => {
          const answer = await postForm(chain, hidden, visitorFields(submission()), address())
          return answer.outcome === 'success'
        }),
      ),
    /** The same server and action with an empty form: answered before anything is called. */
    emptyAction: (concurrent: number) =>
      withCost(chain, () =>
        measure(concurrent, seconds, async () => {
          const answer = await postForm(chain, hidden, { name: '', email: '', phone: '', countryCode: 'US' })
          return answer.outcome === 'invalid'
        }),
      ),
  }
}
