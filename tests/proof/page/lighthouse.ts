import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { toolPath } from '../../../desk/setup/install-tool.ts'
import { measuredChromiumPath } from '../../../e2e/chromium.ts'
import { chromiumFlags } from './session.ts'

export type Form = 'mobile' | 'desktop'
export type LighthouseRun = {
  scores: Record<string, number>
  failed: Record<string, string[]>
  metrics: Record<string, number>
}

/** See https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md */
type Report = {
  audits: Record<string, { score: number | null; numericValue?: number }>
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
}

/**
 * Runs Lighthouse once, in a new profile and with a simulated network. If there is no result, it throws an error that
 * contains the output of Lighthouse.
 */
export async function runLighthouse(url: string, form: Form, hostsPort: number): Promise<LighthouseRun> {
  const chromium = chromiumFlags(hostsPort).map((flag) => flag.replace(/=(.*)/, "='$1'"))
  const flags = [
    ...['--output=json', '--quiet', '--no-enable-error-reporting', '--disable-full-page-screenshot'],
    `--chrome-flags=${chromium.join(' ')}`,
    ...(form === 'desktop' ? ['--preset=desktop'] : []),
  ]
  const cli = toolPath('tests/proof/page/lighthouse', 'node_modules/lighthouse/cli/index.js')
  const options = {
    env: { ...process.env, CHROME_PATH: await measuredChromiumPath() },
    maxBuffer: 64 * 1024 * 1024,
  }
  const { stdout } = await promisify(execFile)(process.execPath, [cli, url, ...flags], options)
  const { audits, categories }: Report = JSON.parse(stdout)
  const isFailed = (id: string) => (audits[id]?.score ?? 1) < 1
  return {
    scores: mapValues(categories, ({ score }) => Math.round((score ?? 0) * 100)),
    failed: mapValues(categories, ({ auditRefs }) =>
      auditRefs.filter(({ id, weight }) => weight > 0 && isFailed(id)).map(({ id }) => id),
    ),
    metrics: mapValues(audits, ({ numericValue = Number.NaN }) => numericValue),
  }
}

const mapValues = <Value, Result>(record: Record<string, Value>, to: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]))
