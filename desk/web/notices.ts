import { randomUUID } from 'node:crypto'
import { html } from 'hono/html'

/** What was done, and the ids of the persons to whom. */
type Done = { sentence: string; persons: string[] | null; isTold?: true }

// An address cannot carry the words, since then any link to the desk could have it say anything.
const kept = new Map<string, Done>()

/** Keeps what the next page tells once; returns the key by which that page finds it, and lists the persons. */
export function keepNotice(sentence: string, persons: string[] | null = null): string {
  const key = randomUUID()
  kept.set(key, { sentence, persons })
  return key
}

/** The persons of a notice; null when the desk knows none, as after it was started again. */
export const personsOf = (key: string) => kept.get(key)?.persons ?? null

/** What was kept under this key, which a reload does not repeat. */
export function renderNotice(key = '') {
  const done = kept.get(key)
  if (!done || done.isTold) return ''
  done.isTold = true
  return html`<p class="notice" role="status">${done.sentence}</p>`
}
