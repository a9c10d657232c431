import { html, raw } from 'hono/html'
import { type Period, spans } from '../core/period.ts'

/** Returns the query parameters that keep a page's period. */
export const periodQuery = ({ days, from, to }: Period): Record<string, string> => ({
  days: days === 'all' ? '' : days,
  from,
  to,
})

/** Renders links to periods and a form for two dates. `others` are query parameters to keep. `all` adds a link to all days. */
export function renderPeriod(path: string, period: Period, others: Record<string, string> = {}, all = false) {
  const choices = Object.entries({ ...spans, ...(all && { all: 'All' }) })
  const { days: chosen, from, to } = period
  const dates = chosen ? 'Dates' : `${from || '…'} – ${to || 'today'}`
  return html`<nav class="period" aria-label="Period">${choices.map(
    ([days, label]) =>
      html`<a href="${withQuery(path, { ...others, days })}"${days === chosen ? raw(' aria-current="true"') : ''}>${label}</a> `,
  )}<details><summary${chosen ? '' : raw(' class="current"')}>${dates}</summary><form method="get" action="${path}">${renderHidden(others)}
<label>From <input type="date" name="from" value="${from}"></label><label>To <input type="date" name="to" value="${to}"></label><button>Show</button></form></details></nav>`
}

/** Renders a hidden field for each value that is not empty. */
export const renderHidden = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) =>
    value ? html`<input type="hidden" name="${name}" value="${value}">` : '',
  )

/** Renders a select element with an option for each value and an option for all values. */
export function renderChoice(name: string, chosen: string, found: (readonly [string, string])[]) {
  const options = ([['', 'all'], ...found] as const).map(
    ([value, label]) =>
      html`<option value="${value}"${value === chosen ? raw(' selected') : ''}>${label}</option>`,
  )
  return html`<label>${name.replace(/^./, (first) => first.toUpperCase())} <select name="${name}">${options}</select></label>`
}

/** Renders the headings of a table. All columns but the first contain numbers; a column without a heading contains bars. */
export function renderHeadings(first: string, ...others: string[]) {
  const rest = others.map((name) =>
    name ? html`<th scope="col" class="number">${name}</th>` : html`<td></td>`,
  )
  return html`<thead><tr><th scope="col">${first}</th>${rest}</tr></thead>`
}

/** Returns a URL of the desk. Omits empty query parameters. */
export function withQuery(path: string, parameters: Record<string, string>) {
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}
