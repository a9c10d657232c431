import { colors } from '../../_shared/colors.ts'
import { type Html, html } from './html.ts'

/** Returns a line of SQL as the mails to the owner show it. */
export function codeLine(code: string): Html {
  return html`<div class="strong" style="margin-top:8px;font-family:Consolas,Menlo,monospace;font-size:14px;line-height:22px;color:${colors.background};word-break:break-word">${code}</div>`
}
