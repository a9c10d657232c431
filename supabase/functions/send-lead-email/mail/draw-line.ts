import { type Html, html } from './html.ts'

type Colors = { line: string; ground: string; last: string }

/**
 * Returns a line with a stop at each label, drawn with table cells. The last stop is filled. Mail programs show it
 * without a download.
 */
export function drawLine(labels: readonly string[], { line, ground, last }: Colors): Html {
  const share = `${Math.floor(100 / (labels.length - 1))}%`
  const stops = labels.map((_, index) => {
    const isLast = index === labels.length - 1
    const stop = html`<td width="20" style="width:20px"><div style="width:14px;height:14px;border:3px solid ${isLast ? last : line};border-radius:50%;background:${isLast ? last : ground};font-size:0;line-height:0">&nbsp;</div></td>`
    const gap = html`<td width="${share}" style="padding:0"><div style="height:3px;background:${line};font-size:0;line-height:0">&nbsp;</div></td>`
    return isLast ? stop : html`${stop}${gap}`
  })
  const words = labels.map((label, index) => {
    const align = index === 0 ? 'left' : index === labels.length - 1 ? 'right' : 'center'
    return html`<td width="${`${Math.floor(100 / labels.length)}%`}" align="${align}" style="padding:8px 0 0;font-size:15px;line-height:22px;font-weight:700;color:${line}">${label}</td>`
  })
  const table = html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>`
  return html`${table}${stops}</tr></table>${table}${words}</tr></table>`
}
