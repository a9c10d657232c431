import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'

const hint = '//# allFunctionsCalledOnLoad\n'
/** Only the framework and the island are larger; the others hold hardly any code to compile. */
const minBytes = 50_000

/**
 * Has Chromium compile the built scripts while they load, beside the main thread, and not function by function as they
 * are first called, which would hold up the visitor who is typing by then. Other browsers see a comment. Throws when no
 * script is that large.
 * https://v8.dev/blog/explicit-compile-hints
 */
export function hintCompilation(distDir: string): void {
  const large = globSync(`${distDir}/static/chunks/*.js`).filter((file) => statSync(file).size >= minBytes)
  if (large.length === 0) throw new Error(`Found no large script to hint in ${distDir}/static/chunks`)
  for (const file of large) writeFileSync(file, hint + readFileSync(file, 'utf8'))
}
