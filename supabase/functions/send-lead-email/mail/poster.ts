import { colors } from '../../_shared/colors.ts'
import { drawBars } from './draw-bars.ts'
import { type Html, html } from './html.ts'

/**
 * The colours of the rising bars. The colours go from dark to the accent colour of the brand, as in the poster on the
 * page.
 */
export const barColors = [
  '#2c2620',
  '#372e21',
  '#433722',
  '#534224',
  '#695127',
  '#85642a',
  '#ad802f',
  colors.primary,
] as const

const heights = [14, 20, 28, 38, 50, 66, 86, 110]

/**
 * Returns the picture of the video as a link. If there is an address, the picture is the poster at this address. If
 * there is no address, the picture is a drawing that needs no download.
 */
export const poster = (label: string, url: string, posterUrl: string | undefined): Html =>
  posterUrl
    ? html`<p style="margin:24px 0 0"><a href="${url}" style="color:${colors.primary};text-decoration:none"><img src="${posterUrl}" width="526" alt="${label}" style="display:block;width:100%;height:auto;border:0;border-radius:14px;background:${colors.muted}"></a></p>`
    : drawnPoster(label, url)

const drawnPoster = (label: string, url: string) =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 0"><tr><td align="center" bgcolor="${colors.muted}" style="background:${colors.muted};border:1px solid ${colors.border};border-radius:14px;padding:32px 24px 0">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td width="68" height="68" align="center" bgcolor="${colors.primary}" style="width:68px;height:68px;border-radius:34px;background:${colors.primary}"><a href="${url}" title="${label}" style="display:block;padding:0 0 0 5px;font-size:28px;line-height:68px;color:${colors.background};text-decoration:none">&#9654;&#65038;</a></td></tr></table>
${drawBars(
  heights.map((height, index) => ({ height, color: barColors[index] ?? colors.primary })),
  { gap: 5, radius: 6 },
)}
</td></tr></table>`
