import { fault, ok, type Result, unseen } from '../result.ts'
import type { Seen } from '../seen.ts'

const check = 'wrong key'

/** Whether the function keeps out a caller without a key of the project. */
export function checkWrongKey({ answerToWrongKey: answer }: Seen): Result[] {
  if (answer.kind === 'health') {
    const sentence = 'The function lets a wrong key in, so anybody can store leads and have mails sent.'
    const todo = 'Deploy it from these sources at once (docs/deploy.md, step 6)'
    return [fault(check, sentence, todo)]
  }
  const isRefused = answer.kind === 'other' && answer.status === 401
  return [isRefused ? ok(check, 'A wrong key is refused.') : unseen(check, 'The function did not tell.')]
}
