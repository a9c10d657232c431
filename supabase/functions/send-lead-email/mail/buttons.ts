import { colors } from '../../_shared/colors.ts'
import { type Html, html } from './html.ts'

type Action = { label: string; url: string }

/** The first one stands out. Each `url` must be safe. */
export const buttons = (actions: Action[]): Html =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 0"><tr>${actions.map(
    ({ label, url }, index) => html`<td style="padding:0 10px 0 0">${button(label, url, index === 0)}</td>`,
  )}</tr></table>`

/** As wide as the panel. `url` must be safe. */
export const wideButton = (label: string, url: string): Html =>
  html`<div style="margin:20px 0 0">${button(label, url, true, true)}</div>`

function button(label: string, url: string, isPrimary: boolean, isWide = false): Html {
  const [ground, edge, ink] = isPrimary
    ? [colors.primary, colors.primary, colors.background]
    : [colors.muted, colors.border, colors.foreground]
  const padding = isWide ? '16px 24px' : '10px 20px'
  const display = isWide ? 'block' : 'inline-block'
  // Word ignores a link's padding, so the cell around it has the same, which only Word reads.
  return html`<table role="presentation"${isWide ? html` width="100%"` : ''} cellpadding="0" cellspacing="0" border="0"><tr><td align="center" bgcolor="${ground}" style="background:${ground};border:1px solid ${edge};border-radius:10px;mso-padding-alt:${padding}"><a href="${url}" style="display:${display};padding:${padding};font-size:${isWide ? '18px' : '16px'};line-height:24px;font-weight:700;color:${ink};text-decoration:none">${label}</a></td></tr></table>`
}
