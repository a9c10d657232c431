import { fault, ok, type Result, unseen } from '../result.ts'
import type { Seen } from '../seen.ts'

const check = 'evidence'
const minutesAllowed = 60

/** Whether the sweep seals the submissions, and how long they are kept. */
export function checkEvidence({ database }: Seen): Result[] {
  if (database.kind !== 'health') return [unseen(check, 'The database did not tell.')]
  const { evidence } = database.health
  if (!evidence) return [unseen(check, 'The database lacks the migration that seals the submissions.')]
  const { unsealed, unsealed_since: since, keep_submissions: submissions, keep_traces: traces } = evidence
  if (since && Date.parse(since) < Date.now() - minutesAllowed * 60_000) {
    const sentence = `Of the submissions ${unsealed} are not sealed, the oldest since ${since}.`
    const todo = 'Repair what is said of the sweep; if that is ok, the log of the database says why'
    return [fault(check, sentence, todo)]
  }
  const kept = `Submissions are kept ${span(submissions)}, IP address hashes and user agents ${span(traces)}.`
  return [ok(check, `Every submission of more than an hour ago is sealed. ${kept}`)]
}

const span = (interval: string | null) => (interval === null ? 'for ever' : `for ${interval}`)
