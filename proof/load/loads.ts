import { submitToFunction } from '../harness/call-function.ts'
import type { Chain } from '../harness/chain.ts'
import { openForm } from '../harness/post-form.ts'
import { createRandom } from '../harness/random.ts'
import { makeSubmission } from '../harness/submission.ts'

/** Makes the loads of a running chain, by name: each makes one call and gives whether the answer was right. */
export async function openLoads(chain: Chain) {
  const random = createRandom(Date.now())
  const post = await openForm(chain, random)
  const one = () =>
    makeSubmission(random, { name: 'Ada Lovelace', phone: '(201) 555-0123', countryCode: 'US' })
  const call = async (evidence: object) => (await submitToFunction(chain, one(), evidence)).status === 201
  const empty = { name: '', email: '', phone: '' }
  return {
    'from the function': () => call({}),
    // The mails of a suspected bot are held.
    'without mail': () => call({ suspectedBot: true }),
    // The action answers before it calls the function.
    'empty form': async () => (await post(one(), { fields: empty })).outcome === 'invalid',
    'whole chain': async () => (await post(one())).outcome === 'success',
  }
}
