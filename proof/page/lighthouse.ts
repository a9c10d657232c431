import { benchChromium, chromiumFlags } from './browser.ts'
import { lighthouseReport } from './lighthouse-report.ts'

export type Form = 'mobile' | 'desktop'
export type LighthouseRun = {
  /** From 0 to 100, by category. */
  scores: Record<string, number>
  /** The audits that cost points, by category. */
  failed: Record<string, string[]>
  /** The numeric results, by the id of their audit. */
  metrics: Record<string, number>
}

/** One Lighthouse run in a fresh profile, with its simulated network; throws when there is no result. */
export async function runLighthouse(url: string, form: Form, stubPort: number): Promise<LighthouseRun> {
  const flags = ['--disable-full-page-screenshot', ...(form === 'desktop' ? ['--preset=desktop'] : [])]
  const chromium = { path: benchChromium(), flags: chromiumFlags(stubPort) }
  const report = await lighthouseReport(url, flags, chromium)
  const audits = Object.values(report.audits)
  const isFailed = (id: string) => (report.audits[id]?.score ?? 1) < 1
  const categories = Object.values(report.categories).map(({ id, score, auditRefs }) => ({
    id,
    score: Math.round((score ?? 0) * 100),
    failed: auditRefs.flatMap((audit) => (audit.weight > 0 && isFailed(audit.id) ? [audit.id] : [])),
  }))
  return {
    scores: Object.fromEntries(categories.map(({ id, score }) => [id, score])),
    failed: Object.fromEntries(categories.map(({ id, failed }) => [id, failed])),
    metrics: Object.fromEntries(audits.map(({ id, numericValue = Number.NaN }) => [id, numericValue])),
  }
}
