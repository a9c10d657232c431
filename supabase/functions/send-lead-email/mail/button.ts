import { colors } from '../../_shared/colors.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'

const { background, primary } = colors

/** Returns a link that looks like a button, even in old mail clients. The caller makes sure that `url` is http(s). */
export function button(label: string, url: string): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0">
<tr><td bgcolor="${primary}" style="background:${primary};border-radius:12px;mso-padding-alt:16px 28px">
<a href="${url}" target="_blank" style="display:inline-block;padding:16px 28px;border-radius:12px;background:${primary};font-size:17px;line-height:24px;font-weight:700;color:${background};text-decoration:none">${label}&nbsp;&rarr;</a>
</td></tr></table>`
}
