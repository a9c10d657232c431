import { randomContext, randomFields, randomHeaders } from '../../kit/random-evidence.ts'
import { callFunction } from '../harness/call-function.ts'
import { concurrently } from '../harness/concurrently.ts'
import type { Experiment } from '../harness/experiment.ts'
import { figure } from '../harness/figure.ts'

/**
 * Sends valid leads with random evidence and random headers. Half of them go to the page and half to the function.
 * All of them must be stored.
 */
export const fuzzEvidence: Experiment = {
  id: 'E26',
  title: 'valid leads with malformed evidence',
  run: async (harness) => {
    const { chain, random } = harness
    const post = await harness.openForm()
    const count = harness.sizeOf(10_000)
    const refused: string[] = []
    await concurrently([...Array(count).keys()], 10, async (index) => {
      const { key, ...lead } = harness.submission()
      const headers = randomHeaders(random)
      const context = randomContext(random)
      const fields = randomFields(random)
      const body = `${JSON.stringify({ ...lead, consent: true }).slice(0, -1)},"context":${context}}`
      const answer =
        index % 2 === 0
          ? await callFunction(chain, { body, headers: { ...headers, 'idempotency-key': key } })
          : await post({ key, ...lead }, { fields, headers })
      if (answer.outcome !== 'success') {
        const sent = index % 2 === 0 ? { headers, context } : { headers, fields }
        refused.push(`${answer.status} ${answer.body.slice(0, 200)} for ${JSON.stringify(sent)}`)
      }
    })
    const [row] = await chain.query<{ count: number }>(
      'select count(*)::int as count from private.lead_submissions',
    )
    return [
      figure('valid leads stored', row?.count ?? Number.NaN, { exactly: count }),
      figure(`answered otherwise ${refused[0] ?? ''}`, refused.length, { exactly: 0 }),
    ]
  },
}
