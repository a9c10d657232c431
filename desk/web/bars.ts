import { html } from 'hono/html'

/** Draws a share of a whole as a bar. The number beside the bar gives the share. */
export const shareBar = (share: number) =>
  html`<svg class="share" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${Number.isFinite(share) ? Math.min(100, 100 * share) : 0}" height="1"/></svg>`
