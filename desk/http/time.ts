import { html } from 'hono/html'

/** An ISO time to the minute, in UTC. */
export const renderTime = (at: string) =>
  html`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')}</time>`

/** The day after a date (YYYY-MM-DD), as a period ends before it; undefined for what is no date. */
export function dayAfter(date: string): string | undefined {
  const at = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(at) ? undefined : new Date(at + 86_400_000).toISOString().slice(0, 10)
}
