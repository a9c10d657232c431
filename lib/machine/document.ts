import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'

/** Markup whose values are escaped. */
export type Html = ReturnType<typeof html>

type Document = { title: string; styles: string; body: Html; script?: string }

/** Renders a document with its one stylesheet and script. `body` begins with the tag `<body>`. */
export const renderDocument = ({ title, styles, body, script }: Document) => html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(styles)}</style>
${body}
${script ? html`<script>${raw(script)}</script>` : ''}
</html>`

/**
 * Returns the headers of such a document: nothing is loaded but its styles and what `allowed` adds to the policy, and
 * nothing is framed, kept or told to other sites.
 */
export const documentHeaders = (styles: string, ...allowed: string[]) => ({
  'content-security-policy': [
    `default-src 'none'; style-src ${hashSource(styles)}; img-src data:; form-action 'self'`,
    ...allowed,
    `frame-ancestors 'none'; base-uri 'none'`,
  ].join('; '),
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
})

/** How a policy names an inline script or style by its text (https://www.w3.org/TR/CSP3/#grammardef-hash-source). */
export const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
