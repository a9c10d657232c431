import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { Interface } from './page.ts'
import type { Drawing } from './render.tsx'

/** The browser hydrates its islands. */
export function replyView<Props extends object>(
  context: Context,
  { render, earlyScript, script, styles, place, member }: Interface,
  drawing: Drawing<Props>,
  status: 200 | 400 | 401 | 403 | 404 | 429 | 502 = 200,
) {
  const shell = { ...drawing.shell, place, member }
  return context.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shell.title} · ${place?.words ?? 'Desk'}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${styles}">
<script src="${earlyScript}"></script>
<script type="module" src="${script}"></script>
</head>
<body>
${raw(render({ ...drawing, shell }))}
</body>
</html>`,
    status,
  )
}
