import { submitToFunction } from '../harness/call-function.ts'
import type { Chain } from '../harness/chain.ts'
import { openForm } from '../harness/post-form.ts'
import { createRandom } from '../harness/random.ts'
import { makeSubmission } from '../harness/submission.ts'

/** One call of a load; gives whether it was answered as it should be. */
export type Work = () => Promise<boolean>

/** The loads on a running chain, by what they go through. */
export async function openLoads(chain: Chain): Promise<Record<string, Work>> {
  const random = createRandom(Date.now())
  const post = await openForm(chain, random)
  const submission = () =>
    makeSubmission(random, { name: 'Ada Lovelace', phone: '(201) 555-0123', countryCode: 'US' })
  const call = async (evidence?: object) =>
    (await submitToFunction(chain, submission(), evidence)).status === 201
  const empty = { name: '', email: '', phone: '' }
  return {
    /** Gateway, Deno, database and mail. */
    'from the function': () => call(),
    /** A suspected bot's mails are held. */
    'without mail': () => call({ suspectedBot: true }),
    /** The same server and action, answered before anything is called. */
    'empty form': async () => (await post(submission(), { fields: empty })).outcome === 'invalid',
    'whole chain': async () => (await post(submission())).outcome === 'success',
  }
}
