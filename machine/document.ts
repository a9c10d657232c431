import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'

type Html = ReturnType<typeof html>

type Document = { title: string; styles: string; body: Html; script?: string }

/** Styles and script are written as they are. */
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
 * For an HTML document. `styles` is the source of allowed styles, `allowed` has further directives of the
 * policy.
 */
export const documentHeaders = (styles: string, ...allowed: string[]) => ({
  'content-security-policy': [
    `default-src 'none'; style-src ${styles}; img-src data:; form-action 'self'`,
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

/** Allows this inline style or script in a policy. */
export const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
