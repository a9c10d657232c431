/** Stops the setup. The message says what was found, and what to do before the next run. */
export class SetupError extends Error {}
