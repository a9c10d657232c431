import { html, raw } from 'hono/html'
import { counted, grouped } from '../core/figures.ts'

/** Plots the leads of each day as bars across the whole width. The words are outside the picture, so they keep their size. */
export function plotLeads(days: { date: string; leads: number }[]) {
  const most = Math.max(1, ...days.map(({ leads }) => leads))
  const total = days.reduce((sum, { leads }) => sum + leads, 0)
  const [first, last] = [days[0]?.date, days.at(-1)?.date]
  const bars = days.map(
    ({ date, leads }, place) =>
      `<rect x="${place + 0.1}" y="${100 - (100 * leads) / most}" width=".8" height="${(100 * leads) / most}"><title>${date}: ${counted(leads, 'lead')}</title></rect>`,
  )
  return html`<figure class="days"><figcaption>Leads a day<span>${grouped(most)} at most</span></figcaption>
<svg viewBox="0 0 ${days.length} 100" preserveAspectRatio="none" role="img" aria-label="Leads a day from ${first} to ${last}: ${counted(total, 'lead')}, at most ${grouped(most)} on one day">${raw(bars.join(''))}</svg>
<p><time>${first}</time>${last === first ? '' : html`<time>${last}</time>`}</p></figure>`
}

/** Draws a share of a whole as a bar. The number beside the bar gives the share. */
export const shareBar = (share: number) =>
  html`<svg class="share" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${Number.isFinite(share) ? Math.min(100, 100 * share) : 0}" height="1"/></svg>`
