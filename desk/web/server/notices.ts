import { randomUUID } from 'node:crypto'

/** A sentence that says what the operator has done, and the ids of the persons to whom it was done. */
type Done = { sentence: string; persons: string[] | null; undo?: Undo; isTold?: true }

/** A form with one button, which takes back what was done. */
export type Undo = { action: string; values: Record<string, string> }

/** What a page says once. */
export type Notice = { text: string; undo?: Undo }

// The sentences are kept in memory. If a sentence came from the URL, anybody could make a link with which the desk
// shows a false sentence.
const kept = new Map<string, Done>()

/**
 * Stores a sentence, which the next page shows once, with a button that takes it back if there is `undo`. Returns a key. With this key, pages find the sentence and the
 * persons.
 */
export function keepNotice(sentence: string, persons: string[] | null = null, undo?: Undo): string {
  const key = randomUUID()
  kept.set(key, { sentence, persons, ...(undo && { undo }) })
  return key
}

/** Returns the persons of a notice. If the desk does not know the key, for example after a restart, returns null. */
export const personsOf = (key: string) => kept.get(key)?.persons ?? null

/** Returns the sentence with this key. Returns it only once, so that a reload of the page does not repeat it. */
export function takeNotice(key = ''): Notice | undefined {
  const done = kept.get(key)
  if (!done || done.isTold) return undefined
  done.isTold = true
  return { text: done.sentence, ...(done.undo && { undo: done.undo }) }
}
