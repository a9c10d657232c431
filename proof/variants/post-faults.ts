import type { Outcome } from '../../tests/kit/answer.ts'
import { type Extras, openForm } from '../../tests/kit/post-form.ts'
import { createRandom } from '../../tests/kit/random.ts'
import { makeSubmission } from '../../tests/kit/submission.ts'
import { unmet } from '../harness/report.ts'
import type { Backend } from '../harness/start-backend.ts'
import { type Tried, tried } from './tried.ts'

type Case = { extras: Extras; outcome?: Outcome; status?: number; shown?: string; stored?: string | null }

const random = createRandom(2)

/** Posts a variant's form natively in each way, from another variant's address; lists wrong answers and labels. */
export async function postFaults(
  origin: string,
  backend: Backend,
  { name, address }: Tried,
): Promise<string[]> {
  const post = await openForm({ pageUrl: origin, address }, random)
  const elsewhere = tried.find((other) => other.name !== name)?.address as string
  const cases: Record<string, Case> = {
    'a form': { extras: {} },
    'a form with an error': {
      extras: { fields: { name: 'x'.repeat(201) } },
      outcome: 'invalid',
      stored: null,
    },
    'a form that is too long': {
      extras: { fields: { name: 'x'.repeat(17_000) } },
      ...{ outcome: 'invalid', stored: null },
    },
    'a form of an older build': { extras: { fields: { $ACTION_KEY: 'x' } } },
    'a form from before the test': { extras: { fields: { variant: '' } }, shown: 'control', stored: '' },
  }
  const faults = await Promise.all(
    Object.entries(cases).map(
      async ([what, { extras, outcome = 'success', status = 200, shown = name, stored = name }]) => {
        // The key of another form is that of an older build, too.
        if (what.endsWith('before the test') && name !== 'control') return []
        const submission = makeSubmission(random)
        const answer = await post(submission, { address: elsewhere, ...extras })
        const row = await backend.stored(submission.email)
        return unmet({
          [`it is answered with ${outcome}, not with ${answer.outcome}`]: answer.outcome === outcome,
          [`the status is ${status}, not ${answer.status}`]: answer.status === status,
          'the answer is of its variant': answer.body.includes(`<main data-variant="${shown}">`),
          'what was typed is kept': outcome === 'success' || answer.body.includes(submission.email),
          'a valid lead is stored, and no other': Boolean(row) === (stored !== null),
          'the lead has its label': (row?.variant ?? '') === (stored ?? ''),
        }).map((fault) => `${what}: ${fault}`)
      },
    ),
  )
  return faults.flat()
}
