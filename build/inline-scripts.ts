import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

/** The function and module of each inline script, by its name in components/inline-script.tsx. */
const scripts = {
  LOADER: ['loader', 'components/loader/loader-script.ts'],
  REMEMBER_PRESS: ['rememberPress', 'components/loader/remember-press.ts'],
  LOG_PATH: ['logPath', 'components/loader/log-path.ts'],
} as const

/** By name, with the hashes by which the policy allows them. */
export function inlineScripts() {
  const texts = Object.entries(scripts).map(([name, [run, file]]) => [name, bundle(run, file)] as const)
  const hashes = texts.map(([, text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return { env: Object.fromEntries(texts), hashes }
}

function bundle(run: string, file: string): string {
  const resolveDir = fileURLToPath(new URL('..', import.meta.url))
  const contents = `import { ${run} } from './${file}'; ${run}()`
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir },
    ...{ bundle: true, minify: true, format: 'iife', target: 'es2022', charset: 'utf8', write: false },
  })
  return outputFiles[0]?.text.trim() ?? ''
}
