/**
 * The message says what was found, and what to do before the next run. `isPassing` is true if the same call
 * may succeed a moment later, `isSignedOut` if it needs a new login, `lacksRights` if the login may not
 * make it, and `isOpen` if a plan cannot tell more before the operator has answered: then the message says what would be
 * done.
 */
export class SetupError extends Error {
  isPassing = false
  isSignedOut = false
  lacksRights = false
  isOpen = false
}
