import type { Answer } from './answer.ts'
import type { Submission } from './submission.ts'

export type Ledger = ReturnType<typeof createLedger>

/** What the visitors of an experiment have sent and were answered. */
export function createLedger() {
  const sent = new Map<string, Submission>()
  const answers: (Omit<Answer, 'body'> & { key: string })[] = []
  return {
    sent,
    answers,
    /** Sends a submission, which is noted before it leaves; gives the answer, noted as well. */
    async send(submission: Submission, by: (submission: Submission) => Promise<Answer>): Promise<Answer> {
      sent.set(submission.key, submission)
      const answer = await by(submission)
      const { outcome, status, ms } = answer
      answers.push({ key: submission.key, outcome, status, ms })
      return answer
    },
  }
}
