import { overdueCopy as copy } from '../site/overdue.ts'

/** The page in place of an answer that takes too long. Without styles, which its policy forbids. */
export const overduePage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${copy.title}</title>
<h1>${copy.title}</h1>
<p>${copy.text}</p>
<p><a href="/">${copy.home}</a></p>
</html>
`
