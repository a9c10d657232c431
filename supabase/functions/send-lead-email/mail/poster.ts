import { milestones } from '../../../../site/brand.ts'
import { colors } from '../../_shared/colors.ts'
import { drawLine } from './draw-line.ts'
import { type Html, html } from './html.ts'

/**
 * Returns the picture of the video as a link, if it has an address. If there is no address, returns the brand's line,
 * which needs no download.
 */
export const poster = (label: string, url: string, posterUrl: string | undefined): Html =>
  posterUrl
    ? html`<p style="margin:24px 0 0"><a href="${url}" style="color:${colors.primary};text-decoration:none"><img src="${posterUrl}" width="526" alt="${label}" style="display:block;width:100%;height:auto;border:0;border-radius:14px;background:${colors.muted}"></a></p>`
    : html`<div style="margin:32px 0 28px">${drawLine(milestones, { line: colors.foreground, ground: colors.background, last: colors.primary })}</div>`
