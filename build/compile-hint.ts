import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'

const hint = '//# allFunctionsCalledOnLoad\n'
/** Only the framework and the island are larger; the others hold hardly any code to compile. */
const minBytes = 50_000

/**
 * Has Chromium compile the built scripts while they load, beside the main thread, and not function by function as they
 * are first called, which would hold up the visitor who is typing by then. Other browsers see a comment.
 * https://v8.dev/blog/explicit-compile-hints
 */
export function hintCompilation(distDir: string): void {
  for (const file of globSync(`${distDir}/static/chunks/*.js`)) {
    if (statSync(file).size >= minBytes) writeFileSync(file, hint + readFileSync(file, 'utf8'))
  }
}
