import type { Answer } from '../../tests/kit/answer.ts'
import type { Submission } from '../../tests/kit/submission.ts'

export type Ledger = ReturnType<typeof createLedger>

/** Notes what the visitors of an experiment send, by key, and how they are answered. */
export function createLedger() {
  const sent = new Map<string, Submission>()
  const answers: (Pick<Answer, 'outcome' | 'status' | 'ms'> & { key: string })[] = []
  return {
    sent,
    answers,
    /** Notes a submission, sends it, notes the answer and gives it. */
    async send(submission: Submission, by: (submission: Submission) => Promise<Answer>): Promise<Answer> {
      sent.set(submission.key, submission)
      const answer = await by(submission)
      const { outcome, status, ms } = answer
      answers.push({ key: submission.key, outcome, status, ms })
      return answer
    },
  }
}
