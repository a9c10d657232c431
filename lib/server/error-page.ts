import { errorCopy } from '../../site/error-copy.ts'

/** In place of a page that could not be rendered (spec 2 and 8). Needs no script. */
export const errorPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${errorCopy.title}</title>
<style>
:root { color-scheme: dark }
body { display: grid; place-content: center; justify-items: center; gap: 1rem; min-height: 100vh; margin: 0; padding: 1.25rem;
  box-sizing: border-box; text-align: center; font: 1.125rem/1.6 system-ui, sans-serif }
h1, p { margin: 0 }
a { padding: .75rem 1.5rem; border: 1px solid; border-radius: 2rem; color: inherit; font-weight: 700; text-decoration: none }
</style>
</head>
<body>
<h1>${errorCopy.title}</h1>
<p>Internal Server Error</p>
<a href="">${errorCopy.retry}</a>
</body>
</html>
`
