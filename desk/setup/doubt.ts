/** A reason to stop. The message says what was found, and what to do before the next run. */
export class Doubt extends Error {}
