/** By the states of SQL function private.consents_of. */
export const consentWords = {
  none: 'none',
  asked: 'asked to confirm',
  given: 'given',
  confirmed: 'confirmed by email',
  withdrawn: 'withdrawn',
  stopped: 'number stopped',
}
