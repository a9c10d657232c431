import { html } from 'hono/html'

/** Renders a number in E.164 as a link that calls it. */
export const renderTel = (e164: string) => html`<a href="tel:${e164}">${e164}</a>`
