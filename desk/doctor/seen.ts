import type { Health } from '../../supabase/functions/_shared/health.ts'
import type { DatabaseAnswer } from './database/ask-database.ts'
import type { FunctionAnswer } from './function/ask-function.ts'
import type { PageAnswer } from './page/fetch-page.ts'
import type { Result } from './result.ts'
import type { Target } from './target.ts'

/** What was asked once, for all checks. */
export type Seen = {
  target: Target
  answer: FunctionAnswer
  answerToWrongKey: FunctionAnswer
  database: DatabaseAnswer
  page: PageAnswer
}

/** One file each. A check never stops another: it says itself what it could not see. */
export type Check = (seen: Seen) => Result[] | Promise<Result[]>

/** What the function told of itself; undefined when it did not. */
export const health = ({ answer }: Seen): Health | undefined =>
  answer.kind === 'health' ? answer.health : undefined
