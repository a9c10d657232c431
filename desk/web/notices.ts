import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { html } from 'hono/html'

// An address cannot carry the words, since then any link to the desk could have it say anything.
const kept = new Map<string, string>()

/** Keeps what the next page tells once; returns the parameter of the query by which it finds that. */
export function keepNotice(sentence: string): { notice: string } {
  const notice = randomUUID()
  kept.set(notice, sentence)
  return { notice }
}

/** What was kept for this page, which a reload does not repeat. */
export function renderNotice(context: Context) {
  const notice = context.req.query('notice') ?? ''
  const sentence = kept.get(notice)
  kept.delete(notice)
  return sentence ? html`<p class="notice" role="status">${sentence}</p>` : ''
}
