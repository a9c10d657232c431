import { writeFileSync } from 'node:fs'
import { stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import { digestFiles } from '../build/digest-files.ts'

const folder = fileURLToPath(new URL('functions/', import.meta.url))
const digestFile = 'send-lead-email/source-digest.ts'

/** Returns a digest of the function's sources, without the tests and the digest's own file, as 16 hex digits. */
export const digestSources = (): string =>
  digestFiles(folder, ['_shared', 'send-lead-email'], (file) => file === digestFile)

if (import.meta.main) {
  const digest = digestSources()
  const comment = '/** Which version of the sources this is. `npm run format` writes it. */'
  writeFileSync(folder + digestFile, `${comment}\nexport const sourceDigest = '${digest}'\n`)
  stdout.write(`${digest}\n`)
}
