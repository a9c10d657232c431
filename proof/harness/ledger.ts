import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '../../tests/kit/answer.ts'
import type { Submission } from '../../tests/kit/submission.ts'

export type Ledger = ReturnType<typeof createLedger>
/** How a visitor submits: by the page's form, or by a call of the Edge Function. */
export type Way = (submission: Submission) => Promise<Answer>

const giveUpAfterMs = 180_000

/** Records, by key, what the visitors of an experiment send and which answers they get. */
export function createLedger() {
  const sent = new Map<string, Submission>()
  const answers: (Pick<Answer, 'outcome' | 'status' | 'ms'> & { key: string })[] = []

  /** Records a submission, sends it, records the answer and returns the answer. */
  async function send(submission: Submission, by: Way): Promise<Answer> {
    sent.set(submission.key, submission)
    const answer = await by(submission)
    const { outcome, status, ms } = answer
    answers.push({ key: submission.key, outcome, status, ms })
    return answer
  }

  /** Like a visitor, repeats a submission with the same key until it is acknowledged. Gives up after three minutes. */
  async function sendUntilAcknowledged(submission: Submission, by: Way, pauseMs = 200) {
    const begin = performance.now()
    for (let tries = 1; ; tries += 1) {
      const { outcome, ms } = await send(submission, by)
      const at = performance.now()
      const isAcknowledged = outcome === 'success'
      if (isAcknowledged || at - begin > giveUpAfterMs) return { isAcknowledged, at, tries, lastMs: ms }
      await pause(pauseMs)
    }
  }
  return { sent, answers, send, sendUntilAcknowledged }
}
