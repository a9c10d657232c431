import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '../../tests/kit/answer.ts'
import type { Submission } from '../../tests/kit/submission.ts'
import type { Ledger } from './ledger.ts'

const giveUpAfterMs = 180_000

/** Submits the same content under the same key until it is acknowledged, as a visitor would, for at most three minutes. */
export async function submitUntilAcknowledged(
  submission: Submission,
  ledger: Ledger,
  by: (submission: Submission) => Promise<Answer>,
  pauseMs = 200,
) {
  const begin = performance.now()
  for (let tries = 1; ; tries += 1) {
    const { outcome, ms } = await ledger.send(submission, by)
    const at = performance.now()
    const isAcknowledged = outcome === 'success'
    if (isAcknowledged || at - begin > giveUpAfterMs) return { isAcknowledged, at, tries, lastMs: ms }
    await pause(pauseMs)
  }
}
