import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { styles } from './styles.ts'

type Page = { title: string; body: ReturnType<typeof html>; status?: 200 | 400 | 403 | 404 | 502 }

const hash = createHash('sha256').update(styles).digest('base64')
const policy = [
  `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; form-action 'self'`,
  `frame-ancestors 'none'; base-uri 'none'`,
].join('; ')

/** What goes with every answer: nothing is loaded, framed, kept or told to other sites. */
export const headers = {
  'content-security-policy': policy,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

const rooms = [
  { path: '/', name: 'Leads' },
  { path: '/funnel', name: 'Funnel' },
  { path: '/variants', name: 'Variants' },
]

/** Answers with a page of the desk. */
export function replyPage(context: Context, { title, body, status = 200 }: Page) {
  const { path } = context.req
  return context.html(
    html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Desk</title>
<link rel="icon" href="data:,">
<style>${raw(styles)}</style>
<body>
<a class="skip" href="#main">To the content</a>
<header class="bar"><strong>Desk</strong><nav aria-label="Rooms">${rooms.map(
      (room) =>
        html`<a href="${room.path}"${path === room.path ? raw(' aria-current="page"') : ''}>${room.name}</a> `,
    )}</nav></header>
<main id="main" tabindex="-1">${body}</main>
</html>`,
    status,
  )
}
