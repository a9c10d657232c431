import type { Answer } from './run-program.ts'
import { SetupError } from './setup-error.ts'

const signedOut = 'The login was not accepted, or it has ended. Sign in again, or give another token'
const noRights = 'The login lacks the rights for this. Give it more rights, or use another login'
const faulty = 'The company’s service or the network has a fault. Wait a little'

const remedies: [RegExp, string][] = [
  [
    /\boutdated\b|requires version|unsupported (?:cli )?version/i,
    'The company no longer accepts this version of its program. Pull the newest version of this project',
  ],
  [
    /ENV_CONFLICT/,
    'The variable is there already in another form. Remove it in Vercel (Settings, Environment Variables)',
  ],
  [
    /\b401\b|unauthorized|invalid (?:access )?token|token (?:provided )?(?:is )?(?:invalid|not valid)|token not provided|not authenticated|credentials|vercel login/i,
    signedOut,
  ],
  [
    /\b403\b|forbidden|not authorized|not have (?:permission|access)|privileges|could not retrieve project settings/i,
    noRights,
  ],
  [
    /\b409\b|conflict|already (?:exists|in use|registered)/i,
    'Something with this name exists already. Rename or remove it',
  ],
  [/\b429\b|too many requests|rate limit|slow down/i, 'Too many requests for now. Wait a few minutes'],
  [
    /\b402\b|upgrade|plan limit|maximum (?:number|limit)/i,
    'The plan of the account does not allow it. Change the plan',
  ],
  [/\b5\d\d\b|internal (?:server )?error|ECONN|ENOTFOUND|EAI_AGAIN|fetch failed|TransportError/i, faulty],
]

/**
 * Which rights a scoped Supabase token lacks. The API lists them, and a token cannot be changed later:
 * https://supabase.com/changelog/scoped-personal-access-tokens-ga
 */
function lackOfRights(printed: string): string | undefined {
  const [, list = ''] = /"missing_permissions":\s*\[([^\]]*)\]/.exec(printed) ?? []
  const missing = list.match(/\w+/g)
  return missing
    ? `The token lacks the right ${missing.join(', ')}. It cannot be changed, so make one with all rights that .env.example lists`
    : undefined
}

/**
 * `mask` takes secrets out of what was printed. With `isLogin`, the call only asks who is signed in, which
 * needs no rights: then 403 is an ended login.
 */
export function throwFailure(
  what: string,
  { stdout, stderr, isLate }: Answer,
  mask: (text: string) => string,
  isLogin = false,
): never {
  const printed = mask(`${stderr}\n${stdout}`).trim()
  const lines = printed
    .split('\n')
    .filter((line) => line.trim() && !/--debug|^Target:|^Confirmed by/.test(line))
  const found = lackOfRights(printed) ?? remedies.find(([pattern]) => pattern.test(printed))?.[1]
  const own = isLogin && found === noRights ? signedOut : found
  const remedy = isLate ? 'It did not end in time. Wait a little' : own
  const said = lines.slice(-4).join('\n    ')
  const error = new SetupError(
    `${what} failed. ${remedy ?? 'Read what it printed'}. Then run this again.\n    ${said}`,
  )
  error.isPassing = remedy === faulty
  error.isSignedOut = remedy === signedOut
  error.lacksRights = remedy === noRights
  throw error
}
