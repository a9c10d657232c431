import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { type Html, renderDocument } from '../../lib/machine/document.ts'
import type { Period } from '../core/period.ts'
import { periodQuery, withQuery } from './form.ts'
import { styles } from './styles.ts'

type Page = { title: string; body: Html; status?: 200 | 400 | 404 | 502; period?: Period }

const rooms = { '/': 'Overview', '/leads': 'Leads', '/funnel': 'Funnel', '/variants': 'Variants' }

/** Answers with a page of the desk. The links to other pages keep the period. */
export function replyPage(context: Context, { title, body, status = 200, period }: Page) {
  const links = Object.entries(rooms).map(([path, name]) => {
    const isCurrent = context.req.path === path
    return html`<a href="${withQuery(path, period ? periodQuery(period) : {})}"${isCurrent ? raw(' aria-current="page"') : ''}>${name}</a> `
  })
  const page = html`<body>
<a class="skip" href="#main">To the content</a>
<header class="bar"><strong>Desk</strong><nav aria-label="Rooms">${links}</nav></header>
<main id="main" tabindex="-1">${body}</main>`
  return context.html(renderDocument({ title: `${title} · Desk`, styles, body: page }), status)
}
