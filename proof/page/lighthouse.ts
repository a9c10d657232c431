import { benchChromium, chromiumFlags } from './browser.ts'
import { lighthouseReport } from './lighthouse-report.ts'

export type Form = 'mobile' | 'desktop'
export type Scores = Record<'performance' | 'accessibility' | 'best-practices' | 'seo', number>
export type LighthouseRun = {
  scores: Scores
  /** Audits that cost points, but for those of speed. */
  failed: string[]
  fcp: number
  lcp: number
  tbt: number
  cls: number
  speedIndex: number
}

const speed = 'performance'

/** One Lighthouse run in a fresh profile, with its simulated network. */
export async function runLighthouse(url: string, form: Form, stubPort: number): Promise<LighthouseRun> {
  const flags = ['--disable-full-page-screenshot', ...(form === 'desktop' ? ['--preset=desktop'] : [])]
  const chromium = { path: benchChromium(), flags: chromiumFlags(stubPort) }
  const { audits, categories } = await lighthouseReport(url, flags, chromium)
  const metric = (id: string) => audits[id]?.numericValue ?? Number.NaN
  const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100)
  const failed = Object.values(categories)
    .filter(({ id }) => id !== speed)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
  return {
    scores: {
      performance: score(speed),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    failed: failed.map(({ id }) => id),
    fcp: metric('first-contentful-paint'),
    lcp: metric('largest-contentful-paint'),
    tbt: metric('total-blocking-time'),
    cls: metric('cumulative-layout-shift'),
    speedIndex: metric('speed-index'),
  }
}
