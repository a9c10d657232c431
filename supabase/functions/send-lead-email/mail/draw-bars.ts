import { type Html, html } from './html.ts'

type Bar = { height: number; color: string }

/**
 * Returns a chart of bars that stand on one line. Each bar has a gap on both sides. Sizes are in pixels. If no width
 * is given, the bars fill the line.
 */
export function drawBars(
  bars: Bar[],
  { width, gap, radius }: { width?: number; gap: number; radius: number },
): Html {
  const size = width ? html`width="${`${width}`}"` : html`width="100%"`
  const share = width ? '' : html` width="${`${Math.floor(100 / bars.length)}%`}"`
  const cells = bars.map(({ height, color }) => {
    const shape = `height:${height}px;border-radius:${radius}px ${radius}px 0 0;background:${color};font-size:0;line-height:0`
    return html`<td${share} valign="bottom" style="padding:0 ${`${gap}`}px"><table role="presentation" ${size} cellpadding="0" cellspacing="0" border="0"><tr><td height="${`${height}`}" bgcolor="${color}" style="${shape}">&nbsp;</td></tr></table></td>`
  })
  return html`<table role="presentation"${width ? '' : html` width="100%"`} cellpadding="0" cellspacing="0" border="0"><tr>${cells}</tr></table>`
}
