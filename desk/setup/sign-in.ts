import { SetupError } from './setup-error.ts'
import type { World } from './world.ts'

/** The login is at fault, and somebody is there to sign in again. */
export function canSignIn(world: World, token: string, error: unknown): boolean {
  // A token in a variable goes before each login.
  if (!(error instanceof SetupError && error.isSignedOut)) return false
  if (world.get(token))
    throw new SetupError(`${token} was not accepted. Make another token. ${error.message}`)
  return world.isAttended
}

/** `name` is this folder's last login, if known. */
export const offerToSignIn = (company: string, name: string | undefined) =>
  name
    ? `sign in at ${company} again: no login is valid any more (before, it was ${name})`
    : `sign in at ${company}`
