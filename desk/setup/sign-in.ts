import { SetupError } from './setup-error.ts'
import type { World } from './world.ts'

const isSignedOut =
  /\b401\b|unauthorized|token not provided|(?:access )?token (?:is )?(?:invalid|not valid)|credentials|not authenticated|vercel login/i

/** Returns whether a call failed for its login, and somebody is there who can sign in again. */
export function canSignIn(world: World, token: string, error: unknown): boolean {
  // A token in a variable goes before each login.
  if (!(error instanceof SetupError && isSignedOut.test(error.message))) return false
  if (world.get(token))
    throw new SetupError(`${token} was not accepted. Make another token. ${error.message}`)
  return world.isAttended
}

/** Says as whom this folder was signed in before, if it is known. */
export const asBefore = (name: string | undefined) => (name ? ` again, as before with ${name}` : '')
