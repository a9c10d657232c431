import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { digestFiles } from './digest-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = [
  ...['app', 'build', 'components', 'lib', 'supabase/functions/_shared'],
  ...['instrumentation.ts', 'next.config.mjs', 'proxy.ts', 'package-lock.json'],
]

/**
 * Names a build by its sources and by the Supabase project that it calls, `<16 hex digits>-<8 hex digits>`, so that the
 * doctor can compare what answers with what should.
 */
export function buildId(supabaseUrl = ''): string {
  digest ??= digestFiles(root, sources)
  return `${digest}-${projectDigest(supabaseUrl)}`
}

let digest: string | undefined

/** The second half of a build's name. */
export const projectDigest = (supabaseUrl: string) =>
  createHash('sha256')
    .update(URL.parse(supabaseUrl)?.host ?? '')
    .digest('hex')
    .slice(0, 8)
