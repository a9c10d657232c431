import { randomUUID } from 'node:crypto'

/** A sentence that describes an action of the operator, and the ids of the persons concerned. */
type Done = { sentence: string; persons: string[] | null; isTold?: true }

// Sentences are kept in memory. If a URL contained the sentence, any link could make the desk show a false sentence.
const kept = new Map<string, Done>()

/** Stores a sentence, which the next page shows once. Returns the key under which pages find the sentence and the persons. */
export function keepNotice(sentence: string, persons: string[] | null = null): string {
  const key = randomUUID()
  kept.set(key, { sentence, persons })
  return key
}

/** Returns the persons of a notice. Returns null if the desk does not know the key, for example after a restart. */
export const personsOf = (key: string) => kept.get(key)?.persons ?? null

/** Returns the sentence with this key only once, so that a reload does not repeat it. */
export function takeNotice(key = ''): string | undefined {
  const done = kept.get(key)
  if (!done || done.isTold) return undefined
  done.isTold = true
  return done.sentence
}
