import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stdout } from 'node:process'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('functions/', import.meta.url))
const digestFile = 'send-lead-email/source-digest.ts'

/** Returns the digest of all sources of the function but the tests and the file that keeps the digest: 16 hex digits. */
export function digestSources(): string {
  const hash = createHash('sha256')
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(ts|json)$/.test(path) && !path.endsWith('.test.ts') && path !== digestFile)
    .sort()
  for (const path of paths) {
    // Git may check a text file out with other line ends.
    const text = readFileSync(folder + path, 'utf8').replaceAll('\r\n', '\n')
    hash.update(`${path}\0${text}\0`)
  }
  return hash.digest('hex').slice(0, 16)
}

if (import.meta.main) {
  const digest = digestSources()
  const comment = '/** Which version of the sources this is. `npm run digest` writes it. */'
  writeFileSync(folder + digestFile, `${comment}\nexport const sourceDigest = '${digest}'\n`)
  stdout.write(`${digest}\n`)
}
