import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '../../kit/answer.ts'
import type { Submission } from '../../kit/submission.ts'

export type Ledger = ReturnType<typeof createLedger>
/** The way in which a visitor submits. It is either the form on the page or a call to the Edge Function. */
export type Way = (submission: Submission) => Promise<Answer>

const giveUpAfterMs = 180_000

/**
 * Records what the visitors of an experiment send and which answers they get. Both are stored under the key of the
 * submission.
 */
export function createLedger() {
  const sent = new Map<string, Submission>()
  const answers: (Pick<Answer, 'outcome' | 'status' | 'ms'> & { key: string })[] = []

  /** Records and sends a submission. Then records and returns the answer. */
  async function send(submission: Submission, by: Way): Promise<Answer> {
    sent.set(submission.key, submission)
    const answer = await by(submission)
    const { outcome, status, ms } = answer
    answers.push({ key: submission.key, outcome, status, ms })
    return answer
  }

  /**
   * Retries a submission with the same key until it is acknowledged, as a visitor would. After three minutes, it
   * gives up.
   */
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
