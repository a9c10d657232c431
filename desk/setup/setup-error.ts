/**
 * Says what was found, and what to do before the next run. `isPassing`: the same call may succeed a moment
 * later. `isSignedOut`: it needs a new login. `lacksRights`: the login may not make it. `isOpen`: a plan
 * cannot know more before an answer, and the message says what would be done.
 */
export class SetupError extends Error {
  isPassing = false
  isSignedOut = false
  lacksRights = false
  isOpen = false
}
