import { html, raw } from 'hono/html'
import { dayAfter, daysAgo } from '../core/dates.ts'

/** A period of days as typed into a form; both ends may be empty. */
export type Period = { from: string; to: string }

/** The arguments `since` and `until` of the SQL functions that count by day. */
export const periodOf = ({ from, to }: Period) => ({
  since: from || null,
  until: to ? (dayAfter(to) ?? to) : null,
})

export const renderPeriod = ({
  from,
  to,
}: Period) => html`<label>From <input type="date" name="from" value="${from}"></label>
<label>To <input type="date" name="to" value="${to}"></label>`

/** A list to choose one of these values from, by their labels, or all. */
export function renderChoice(name: string, chosen: string, found: (readonly [string, string])[]) {
  const options = ([['', 'all'], ...found] as const).map(
    ([value, label]) =>
      html`<option value="${value}"${value === chosen ? raw(' selected') : ''}>${label}</option>`,
  )
  return html`<label>${name.replace(/^./, (first) => first.toUpperCase())} <select name="${name}">${options}</select></label>`
}

/** Links to this page for the last days, today (UTC) among them, with its other parameters as they are. */
export function renderRecent(path: string, parameters: Record<string, string>) {
  const address = (days: number) => withQuery(path, { ...parameters, from: daysAgo(days - 1), to: '' })
  return html`<p class="quiet recent">Last ${[7, 30, 90].map((days) => html`<a href="${address(days)}">${days} days</a> `)}</p>`
}

/** Returns an address of the desk with those of the parameters that are not empty. */
export function withQuery(path: string, parameters: Record<string, string>) {
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

/** An ISO time to the minute, in UTC. */
export const renderTime = (at: string) =>
  html`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')}</time>`
