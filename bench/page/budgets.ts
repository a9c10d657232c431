/**
 * What the page may cost. Times are in milliseconds, sizes in KiB as they come over the wire; `limit` is the page without
 * a framework in bench/page/limit, measured in the same run.
 */
export const budgets = {
  /** Exact: the same on every machine. */
  exact: {
    'HTML, compressed': 8,
    'JavaScript before intent': 134,
    'JavaScript with the form': 175,
    'stylesheets before intent': 0,
    'font files': 1,
    'largest font': 25,
    requests: 12,
  },
  /** Lighthouse scores that may not be fallen short of. */
  scores: {
    mobile: { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 },
    desktop: { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 },
  },
  cls: 0,
  /** Ratios to the limit, by Lighthouse's simulated phone. */
  fcp: 1.05,
  lcp: { thumbnail: 1.15, 'own-poster': 0.95 },
  /** Over the limit's, each at its least disturbed run. */
  tbtOverLimit: 60,
  /** A phone with a CPU four times slower, on Slow 4G. */
  interaction: {
    /** Ratio to the limit. */
    lcp: 1.05,
    firstTap: 250,
    lostTaps: 0,
    coldTapOverLimit: 60,
    inp: 200,
    submitOverLimit: 100,
  },
} as const
