import { submitToFunction } from '../harness/call-function.ts'
import type { Chain } from '../harness/chain.ts'
import { openForm } from '../harness/post-form.ts'
import { createRandom } from '../harness/random.ts'
import { makeSubmission } from '../harness/submission.ts'

/** The loads on a running chain by what they go through: each makes one call and gives whether it was answered right. */
export async function openLoads(chain: Chain) {
  const random = createRandom(Date.now())
  const post = await openForm(chain, random)
  const one = () =>
    makeSubmission(random, { name: 'Ada Lovelace', phone: '(201) 555-0123', countryCode: 'US' })
  const call = async (evidence: object) => (await submitToFunction(chain, one(), evidence)).status === 201
  const empty = { name: '', email: '', phone: '' }
  return {
    'from the function': () => call({}),
    // A suspected bot's mails are held.
    'without mail': () => call({ suspectedBot: true }),
    // The same server and action, answered before anything is called.
    'empty form': async () => (await post(one(), { fields: empty })).outcome === 'invalid',
    'whole chain': async () => (await post(one())).outcome === 'success',
  }
}
