import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { digestFiles } from './digest-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The files and folders that Next.js builds the page from. */
export const buildSources = [
  ...['app', 'build', 'components', 'lib', 'site', 'supabase/functions/_shared'],
  ...[
    '.config/postcssrc.json',
    'instrumentation.ts',
    'instrumentation-client.ts',
    'next.config.mjs',
    'proxy.ts',
    'package-lock.json',
  ],
]

/**
 * A digest of the sources and the Supabase project's name, by which the doctor knows the build that answers.
 */
export function buildId(supabaseUrl = ''): string {
  digest ??= digestFiles(root, buildSources)
  return `${digest}-${projectDigest(supabaseUrl)}`
}

let digest: string | undefined

/** A digest, so that it does not name the project. */
export const projectDigest = (supabaseUrl: string) =>
  createHash('sha256')
    .update(URL.parse(supabaseUrl)?.host ?? '')
    .digest('hex')
    .slice(0, 8)
