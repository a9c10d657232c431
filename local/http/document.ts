import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type Html, html, rawHtml } from './html.ts'

type Document = { title: string; styles: string; body: Html; script?: string }

const base = `
  :root { color-scheme: light dark; --line: light-dark(#e2e5ea, #30343c); --quiet: light-dark(#5c6470, #9aa3b0);
    --ground: light-dark(#f6f7f9, #14161a); --sheet: light-dark(#fff, #1b1e24); --accent: light-dark(#0a58ca, #7ab2ff);
    font: 15px/1.5 system-ui, sans-serif }
  * { box-sizing: border-box }
  body { margin: 0; background: var(--ground) }
  h1 { margin: 0; font-size: 1.25rem; line-height: 1.2 }
  a { color: var(--accent) }
  .quiet { color: var(--quiet) }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }`

/** Answers with a page whose script may fetch from this server; the browser loads nothing else for it. */
export function replyHtml(response: ServerResponse, { title, styles, body, script }: Document) {
  const nonce = randomBytes(16).toString('base64')
  const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${rawHtml(base + styles)}</style>
${body}
${script ? html`<script nonce="${nonce}">${rawHtml(script)}</script>` : ''}
</html>`
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': [
        `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src data:`,
        `connect-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      ].join('; '),
    })
    .end(page.markup)
}
