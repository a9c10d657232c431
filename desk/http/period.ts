import { html } from 'hono/html'
import { dayAfter } from './time.ts'

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
