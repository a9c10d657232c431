import { brand } from '../../../../site/brand.ts'
import { colors } from '../../_shared/colors.ts'
import { type Html, html } from './html.ts'
import { lightColors as light } from './light-colors.ts'

const { background, foreground, mutedForeground, primary } = colors
const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

type Page = {
  subject: string
  preheader: string
  eyebrow?: string | undefined
  title: string
  hero: Html
  content: Html
  footer: Html
}

/**
 * The HTML document: a dark panel with the title and `hero`, as on the page, and the content below on a light
 * ground (dark in a dark mail program).
 */
export function layout({ subject, preheader, eyebrow, title, hero, content, footer }: Page): string {
  // Outlook for Windows lays out with Word, which ignores max-width: hence the table with a fixed width.
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${subject}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .hero { padding: 24px 20px 28px !important; }
  .inner { padding: 26px 20px 28px !important; }
  .title { font-size: 29px !important; }
  .eyebrow { font-size: 12px !important; letter-spacing: -0.2px !important; }
}
@media (prefers-color-scheme: dark) {
  .paper { background: ${background} !important; }
  .hero { background: ${colors.card} !important; border-color: ${colors.border} !important; }
  .card { background: ${colors.muted} !important; border-color: ${colors.border} !important; color: ${foreground} !important; }
  .strong { color: ${foreground} !important; }
  .soft { color: ${mutedForeground} !important; }
  .line { border-color: ${colors.border} !important; }
  .note { background: ${colors.card} !important; }
  .link { color: ${primary} !important; }
  .warning { color: ${colors.destructive} !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${light.ground};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:${light.ground}">${preheader}${filler}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.ground}" style="background:${light.ground}">
<tr><td align="center" style="padding:24px 12px 32px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td class="hero" bgcolor="${background}" style="background:${background};border:1px solid ${background};border-bottom:0;border-radius:16px 16px 0 0;padding:28px 36px 36px;font:400 17px/26px ${font};color:${mutedForeground}">
${logo}
${eyebrow ? html`<p class="eyebrow" style="margin:32px 0 0;font-size:14px;line-height:20px;font-weight:700;color:${primary}">${eyebrow}</p>` : ''}
<h1 class="title" style="margin:${eyebrow ? '8px' : '32px'} 0 0;font:800 36px/1.12 ${font};letter-spacing:-1px;color:${foreground};word-break:break-word"><bdi>${title}</bdi></h1>
${hero}
</td></tr>
<tr><td bgcolor="${primary}" height="4" style="background:${primary};height:4px;line-height:4px;font-size:0">&nbsp;</td></tr>
<tr><td class="card inner" bgcolor="${light.card}" style="background:${light.card};border:1px solid ${light.line};border-top:0;border-radius:0 0 16px 16px;padding:32px 36px 36px;font:400 16px/26px ${font};color:${light.text}">
${content}
</td></tr>
<tr><td class="soft" align="center" style="padding:20px 24px 0;font:400 13px/20px ${font};color:${light.muted}">${footer}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`.markup
}

/** Of table cells: mail programs do not show SVG, and hide other pictures until asked. */
const logo = html`<table role="presentation" cellpadding="0" cellspacing="0" border="0">
<tr><td width="34" height="34" align="center" valign="middle" bgcolor="${primary}" style="width:34px;height:34px;border-radius:9px;background:${primary}"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${[
  [6, 6],
  [7, 4],
  [10, 10],
].map(
  ([width, height]) =>
    html`<td><div style="width:${`${width}`}px;height:${`${height}`}px;border-radius:${height === 4 ? '0' : '50%'};background:${background};font-size:0;line-height:0">&nbsp;</div></td>`,
)}</tr></table></td>
<td style="padding:0 0 0 12px;font:700 18px/34px ${font};letter-spacing:-0.3px;color:${foreground}">${brand}</td></tr></table>`

// Fills the preview line after the preheader, so that the email's text does not follow there.
const filler = html`${Array.from({ length: 60 }, () => html`&#847;&zwnj;&nbsp;`)}`
