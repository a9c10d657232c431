import { randomUUID } from 'node:crypto'

/**
 * A sentence that says what the operator has done, and the ids of the persons to whom it was done. `isPending` says
 * that its outcome is seen only after a while.
 */
export type Done = { sentence: string; persons?: string[]; undo?: Undo; isPending?: boolean }

/** A form with one button, which takes back what was done. */
type Undo = { action: string; values: Record<string, string> }

/** What a page says once. `again` is the address of the page, on which the outcome is seen after a while. */
export type Notice = { text: string; undo?: Undo; again?: string }

// The sentences are kept in memory. If a sentence came from the URL, anybody could make a link with which the desk
// shows a false sentence.
const kept = new Map<string, Done & { isTold?: true }>()

/**
 * Stores a sentence, which the next page shows once, with a button that takes it back if there is `undo`. Returns a
 * key. With this key, pages find the sentence and the persons.
 */
export function keepNotice(done: Done): string {
  const key = randomUUID()
  kept.set(key, { ...done })
  return key
}

/** Returns the persons of a notice. If the desk does not know the key, for example after a restart, returns null. */
export const personsOf = (key: string) => kept.get(key)?.persons ?? null

/**
 * Returns the sentence with this key, for the page at the address `here`. Returns it only once, so that a reload of the
 * page does not repeat it.
 */
export function takeNotice(key = '', here = ''): Notice | undefined {
  const done = kept.get(key)
  if (!done || done.isTold) return undefined
  done.isTold = true
  const { sentence: text, undo, isPending } = done
  return { text, ...(undo && { undo }), ...(isPending && { again: here }) }
}
