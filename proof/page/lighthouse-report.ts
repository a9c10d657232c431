import { execFile, execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const folder = join(import.meta.dirname, '../../.local/bench/lighthouse')

/**
 * What is read of a report in Lighthouse's format:
 * https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md
 */
export type LighthouseReport = {
  audits: Record<string, { id: string; score: number | null; numericValue?: number }>
  categories: Record<
    string,
    { id: string; score: number | null; auditRefs: { id: string; weight: number }[] }
  >
}

/**
 * Installs Lighthouse by its own lockfile: it weighs 125 MB, and only this measurement needs it. Not beside the lockfile,
 * where `node --test` would find the tests of its packages.
 */
export function installLighthouse(): void {
  cpSync(join(import.meta.dirname, 'lighthouse'), folder, { recursive: true })
  const options = ['--prefer-offline', '--no-audit', '--no-fund']
  execFileSync('npm', ['ci', '--prefix', folder, ...options], { stdio: 'inherit' })
}

/** Runs Lighthouse's command with these flags on a page; gives its report, throws with what it printed when it fails. */
export async function lighthouseReport(
  url: string,
  flags: string[],
  chromium: { path: string; flags: string[] },
): Promise<LighthouseReport> {
  const cli = join(folder, 'node_modules/lighthouse/cli/index.js')
  const quoted = chromium.flags.map((flag) => flag.replace(/=(.*)/, "='$1'")).join(' ')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      cli,
      url,
      '--output=json',
      '--quiet',
      '--no-enable-error-reporting',
      `--chrome-flags=${quoted}`,
      ...flags,
    ],
    { env: { ...process.env, CHROME_PATH: chromium.path }, maxBuffer: 64 * 1024 * 1024 },
  )
  return JSON.parse(stdout)
}
