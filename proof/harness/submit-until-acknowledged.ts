import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from './answer.ts'
import type { Ledger } from './ledger.ts'
import type { Submission } from './submission.ts'

type Options = {
  ledger: Ledger
  send: (submission: Submission) => Promise<Answer>
  /** Between two tries, as a person takes to press again. */
  pauseMs?: number
  giveUpAfterMs?: number
}

/** A visitor who presses the button until it works: one key, the same content, noted before and after each try. */
export async function submitUntilAcknowledged(
  submission: Submission,
  { ledger, send, pauseMs = 200, giveUpAfterMs = 180_000 }: Options,
): Promise<{ isAcknowledged: boolean; at: number; tries: number; lastMs: number }> {
  const begin = performance.now()
  for (let tries = 1; ; tries += 1) {
    await ledger.append({ at: 'send', submission })
    const { outcome, status, ms } = await send(submission)
    await ledger.append({ at: 'answer', key: submission.key, outcome, status, ms })
    const now = performance.now()
    if (outcome === 'success') return { isAcknowledged: true, at: now, tries, lastMs: ms }
    if (now - begin > giveUpAfterMs) return { isAcknowledged: false, at: now, tries, lastMs: ms }
    await pause(pauseMs)
  }
}
