import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pageVariables } from '../lib/env-schema.ts'
import { buildSources } from './build-id.ts'
import { digestFiles } from './digest-files.ts'

const root = path.join(import.meta.dirname, '..')
/** The names in public/ decide on the poster. npm writes the last file at the end of an install. */
export const otherInputs = ['package.json', 'tsconfig.json', 'node_modules/.package-lock.json']
const record = (distDir: string) => path.resolve(root, distDir, 'inputs')

/** Of the sources, the installed packages, the names in public/ and the settings in `env`. */
export function digestInputs(env: Record<string, string | undefined>, folder = root): string {
  const names = readdirSync(path.join(folder, 'public'), { recursive: true }).sort()
  const settings = pageVariables.map((name) => [name, env[name] ?? ''])
  const sources = digestFiles(folder, [...buildSources, ...otherInputs])
  return createHash('sha256')
    .update(JSON.stringify([sources, names, settings]))
    .digest('hex')
}

/** Complete, and built from inputs with this digest. */
export function isBuiltFrom(distDir: string, inputs: string): boolean {
  try {
    return readFileSync(record(distDir), 'utf8') === inputs
  } catch {
    return false
  }
}

/** For a complete build. `next build` first removes the record. */
export const recordInputs = (distDir: string, inputs: string): void => writeFileSync(record(distDir), inputs)
