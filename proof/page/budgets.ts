/**
 * What the page may cost. Times are in milliseconds, sizes in KiB as they come over the wire; `limit` is the page without
 * a framework in proof/page/baseline, measured in the same run.
 */
export const budgets = {
  /**
   * Exact: the same on every machine, but for the random ids of a build, which compress a few bytes better or worse. The
   * page is meant to keep 6,200 bytes of HTML and 178 KiB of scripts.
   */
  exact: {
    'HTML, compressed': 6215 / 1024,
    'the loader, uncompressed': 1250 / 1024,
    'script tags outside the template': 0,
    'inline scripts in the policy': 2,
    'JavaScript before intent': 0,
    'JavaScript after intent': 178.1,
    'stylesheets before intent': 0,
    'font files': 1,
    'largest font': 25,
    'requests before load': 6,
  },
  /** The least Lighthouse scores. */
  scores: {
    mobile: { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 },
    desktop: { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 },
  },
  cls: 0,
  /** Ratios to the limit, by Lighthouse's simulated phone; for the own poster to the limit's page with an own picture. */
  fcp: 1.03,
  lcp: { thumbnail: 0.88, 'own-poster': 1.08 },
  /** Over the limit's. */
  tbtOverLimit: 25,
  /** Ratios to the limit on a desktop. */
  desktop: { fcp: 1.06, speedIndex: 1.12 },
  /** A phone with a CPU four times slower, on Slow 4G. */
  interaction: {
    /** Ratios to the limit. */
    fcp: 1.05,
    lcp: 0.95,
    longestTaskOverLimit: 20,
    firstTapOverLimit: 60,
    lostTaps: 0,
    coldTapOverLimit: 30,
    inp: 120,
    submitOverLimit: 60,
  },
} as const
