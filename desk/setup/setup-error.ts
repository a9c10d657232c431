/**
 * The message says what was found, and what to do before the next run. `isPassing` is true if the same call
 * may succeed a moment later, `isSignedOut` if it needs a new login, and `lacksRights` if the login may not
 * make it.
 */
export class SetupError extends Error {
  isPassing = false
  isSignedOut = false
  lacksRights = false
}
