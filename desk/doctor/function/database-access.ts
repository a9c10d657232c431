import { fault, ok, type Result, unseen } from '../result.ts'
import { health, type Seen } from '../seen.ts'

const check = 'database'

/** Whether the function reaches the database. */
export function checkDatabaseAccess(seen: Seen): Result[] {
  const database = health(seen)?.database
  if (!database) return [unseen(check, 'The function did not tell.')]
  if (database.status === 'ok') return [ok(check, 'The function reaches the database.')]
  return [
    fault(
      check,
      `The function cannot call the database (${database.reason}), so it refuses every lead.`,
      'Apply the migrations (docs/deploy.md, step 3); restore the project if it is paused',
    ),
  ]
}
