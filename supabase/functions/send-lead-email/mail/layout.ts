import { brand } from '../../_shared/brand.ts'
import { colors } from '../../_shared/colors.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'
import { lightColors as light } from './light-colors.ts'

const { background, primary } = colors
const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

type Page = { title: string; preheader: string; content: Html; footer: string | Html }

/** Returns the HTML document of a mail. Mail programs with a dark colour scheme show the mail in the page's colours. */
export function layout({ title, preheader, content, footer }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${title}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .inner { padding: 28px 22px !important; } .title { font-size: 27px !important; } }
@media (prefers-color-scheme: dark) {
  .paper { background: ${background} !important; }
  .band { background: ${colors.muted} !important; }
  .card { background: ${colors.muted} !important; border-color: ${colors.border} !important; color: ${colors.foreground} !important; }
  .strong { color: ${colors.foreground} !important; }
  .soft { color: ${colors.mutedForeground} !important; }
  .line { border-color: ${colors.border} !important; }
  .link { color: ${primary} !important; }
  .warning { color: ${colors.destructive} !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${light.ground};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;mso-hide:all">${preheader}${filler}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.ground}" style="background:${light.ground}">
<tr><td align="center" style="padding:24px 12px 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td class="band" bgcolor="${background}" style="background:${background};border-radius:16px 16px 0 0;padding:20px 32px;font:700 17px/24px ${font};letter-spacing:-0.2px;color:${colors.foreground}">
<span style="color:${primary}">&#9654;&#65038;</span>&nbsp; ${brand}</td></tr>
<tr><td bgcolor="${primary}" style="background:${primary};height:4px;line-height:4px;font-size:0">&nbsp;</td></tr>
<tr><td class="card inner" bgcolor="${light.card}" style="background:${light.card};border:1px solid ${light.line};border-top:0;border-radius:0 0 16px 16px;padding:40px 40px 36px;font:400 16px/26px ${font};color:${light.text}">
<h1 class="strong title" style="margin:0 0 20px;font:800 32px/1.15 ${font};letter-spacing:-0.8px;color:${background}">${title}</h1>
${content}
</td></tr>
<tr><td class="soft" style="padding:20px 32px 0;font:400 13px/20px ${font};color:${light.muted};text-align:center">${footer}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.markup
}

// In a list of mails, this invisible text fills the rest of the preview line. Otherwise the mail's text would follow the preheader.
const filler = html`${Array.from({ length: 60 }, () => html`&#847;&zwnj;&nbsp;`)}`
