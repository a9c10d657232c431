import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'

type Html = ReturnType<typeof html>

type Document = { title: string; styles: string; body: Html; script?: string }

/** Styles and script are written into it as they are. */
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
 * Returns the security headers for an HTML document. `styles` is the source from which the policy allows styles.
 * `allowed` contains further directives of the policy.
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

/** Returns the source by which a policy allows this inline style or script. */
export const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
