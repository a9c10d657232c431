import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startApp } from '../page/app.ts'
import { throwAwayCertificate } from '../page/certificate.ts'
import { startFront } from '../page/front.ts'

type Scan = {
  scan: { score: number; grade: string }
  tests: Record<string, { pass: boolean; result: string }>
}

const leastScore = 125
const scanner = join(import.meta.dirname, 'node_modules/@mdn/mdn-http-observatory')
const folder = mkdtempSync(join(tmpdir(), 'observatory-'))
const certificate = throwAwayCertificate()

if (!existsSync(scanner)) install()
const app = await startApp(join(import.meta.dirname, '../..'))
const front = await startFront(app.origin, certificate)
const { scan, tests } = await scanPage(new URL(front.url).port)
front.stop()
await app.stop()
rmSync(folder, { recursive: true })

const failed = Object.entries(tests).filter(([, { pass }]) => !pass)
console.log(`MDN HTTP Observatory: ${scan.score} (${scan.grade}), at least ${leastScore}`)
for (const [name, { result }] of failed) console.log(`Not passed: ${name}, ${result}`)
process.exit(scan.score >= leastScore && failed.length === 0 ? 0 : 1)

function install() {
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: import.meta.dirname, stdio: 'inherit' })
  // What its install script would fetch: the sites that browsers know to be HTTPS only, of which this is none.
  writeFileSync(join(scanner, 'conf/hsts-preload.json'), '{}')
}

async function scanPage(port: string): Promise<Scan> {
  const authority = join(folder, 'authority.pem')
  writeFileSync(authority, certificate.cert)
  // Its own command would put Mozilla's authorities in the place of ours.
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: authority }
  const args = [join(scanner, 'src/scan.js'), `127.0.0.1:${port}`]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  return JSON.parse(stdout)
}
