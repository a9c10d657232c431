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
  const project = createHash('sha256').update(URL.parse(supabaseUrl)?.host ?? '')
  return `${digestFiles(root, sources)}-${project.digest('hex').slice(0, 8)}`
}
