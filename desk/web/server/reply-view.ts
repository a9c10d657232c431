import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { Interface } from './build-interface.ts'
import type { DeskProps } from './desk.tsx'
import type { PageName } from './pages.tsx'

/** Answers with a page. In the browser, React then hydrates the islands in it. */
export function replyView<Name extends PageName>(
  context: Context,
  { render, script, styles, place }: Interface,
  view: DeskProps<Name>,
  status: 200 | 400 | 401 | 404 | 502 = 200,
) {
  const desk = { ...view, shell: { ...view.shell, place } }
  const { title } = desk.shell
  return context.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${place?.words ?? 'Desk'}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${styles}">
<script type="module" src="${script}"></script>
</head>
<body>
${raw(render(desk))}
</body>
</html>`,
    status,
  )
}
