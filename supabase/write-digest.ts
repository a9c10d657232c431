import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import { digestFiles } from '../build/digest-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = 'supabase/functions/send-lead-email'
const digestFile = `${folder}/source-digest.ts`
const relativeImport = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g

/** Returns the paths of the function's sources: what Supabase uploads, which are index.ts and all that it imports. */
function findSources(): string[] {
  const found = new Set([`${folder}/index.ts`])
  for (const file of found) {
    for (const [, target = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(relativeImport))
      found.add(path.posix.join(path.posix.dirname(file), target))
  }
  return [...found, `${folder}/deno.json`]
}

/** Returns a digest of the function's sources, without the digest's own file, as 16 hex digits. */
export const digestSources = (): string => digestFiles(root, findSources(), (file) => file === digestFile)

if (import.meta.main) {
  const digest = digestSources()
  const comment = '/** Which version of the sources this is. `npm run format` writes it. */'
  writeFileSync(path.join(root, digestFile), `${comment}\nexport const sourceDigest = '${digest}'\n`)
  stdout.write(`${digest}\n`)
}
