import { callFunction } from '../harness/call-function.ts'
import { type Experiment, expect } from '../harness/experiment.ts'
import { makeSubmission } from '../harness/submission.ts'

const count = 200
const methods = ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']

/** Every way to call the function without the right key or the right method. */
export const authorisation: Experiment = {
  id: 'E23',
  title: 'wrong keys and methods',
  parts: ['function', 'gateway'],
  async run({ chain, random }) {
    const { secretKey, publishableKey } = chain.settings
    const flipped = [...secretKey].map((letter) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    )
    const counts: Record<string, number> = {}
    let refused = 0
    for (let index = 0; index < count; index += 1) {
      const { key, ...lead } = makeSubmission(random)
      const body = JSON.stringify({ ...lead, consent: true, apikey: secretKey })
      const keys = [
        '',
        publishableKey,
        'sb_secret_wrong',
        secretKey.slice(0, -1 - random.below(secretKey.length - 1)),
        `${secretKey}x`,
        flipped.join(''),
        `Bearer ${secretKey}`,
        random.uuid(),
      ]
      const isMethod = index % 4 === 3
      const method = isMethod ? random.pick(methods) : 'POST'
      const headers: Record<string, string> = isMethod ? {} : { apikey: keys[index % keys.length] ?? '' }
      const withBody = method === 'GET' || method === 'HEAD' ? {} : { body }
      const { outcome, status } = await callFunction(chain, {
        method,
        headers: { 'idempotency-key': key, ...headers },
        ...withBody,
      })
      counts[status] = (counts[status] ?? 0) + 1
      if (outcome === 'unauthorised') refused += 1
    }
    const [row] = await chain.query<{ stored: number }>(
      'select count(*) as stored from public.lead_submissions',
    )
    expect(refused === count && row?.stored === 0, `refused ${refused}, stored ${row?.stored}`)
    return `${refused} of ${count} refused ${JSON.stringify(counts)}, stored ${row.stored}`
  },
}
