import { fault, ok, type Result, unseen } from '../result.ts'
import { health, type Seen } from '../seen.ts'

const check = 'function variables'

/** What the function says of its own variables. */
export function checkFunctionSettings(seen: Seen): Result[] {
  const settings = health(seen)?.settings
  if (!settings) return [unseen(check, 'The function did not tell.')]
  if (settings.length === 0) return [ok(check, 'Every variable of the function is valid.')]
  return settings.map(({ variable, fault: words }) =>
    fault(
      check,
      `${variable} of the function ${words}.`,
      seen.target.isLocal
        ? `Correct ${variable} in .env.local and start again`
        : `Set ${variable} (docs/deploy.md, ${variable.startsWith('LEADS_WEBHOOK') ? '“A webhook for each lead”' : 'step 5'})`,
    ),
  )
}
