/** The most that a value may be: a number, or compared with the baseline that is measured in the same run. */
export type Budget = number | { timesBaseline: number } | { overBaseline: number }

/**
 * What the page may cost. Times are in milliseconds, sizes in KiB as transferred. The baseline is the same page without a
 * framework, in proof/page/baseline.
 */
export const budgets = {
  /**
   * The same on every machine, except that the random ids of a build compress a few bytes better or worse. The page is
   * meant to keep 6,900 bytes of HTML and 181 KiB of scripts.
   */
  exact: {
    'HTML, compressed': 6900 / 1024,
    'the loader, uncompressed': 1850 / 1024,
    'script tags outside the template': 0,
    'inline scripts in the policy': 2,
    'JavaScript before intent': 0,
    'JavaScript after intent': 180.6,
    'stylesheets before intent': 0,
    'font files': 1,
    'largest font': 25,
    'requests before intent': 5,
    'transferred before intent': 60,
  },
  /** The minimum scores of Lighthouse, simulating a phone and a desktop. */
  scores: { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 },
  /** By the ids of Lighthouse's audits. */
  mobile: {
    // Lines in the middle begin a few pixels further when the web font comes; from 0.1 on a shift is felt.
    'cumulative-layout-shift': 0.002,
    'first-contentful-paint': { timesBaseline: 1.03 },
    'total-blocking-time': { overBaseline: 25 },
  },
  desktop: {
    'first-contentful-paint': { timesBaseline: 1.06 },
    'speed-index': { timesBaseline: 1.12 },
  },
  /** The own poster is compared with the baseline that has its own pictures too. */
  mobileLcp: {
    thumbnail: { 'largest-contentful-paint': { timesBaseline: 0.88 } },
    'own-poster': { 'largest-contentful-paint': { timesBaseline: 1.08 } },
  },
  /** On a phone whose CPU is four times slower, on Slow 4G. */
  lostTaps: 0,
  firstTap: { 'first tap → form': { overBaseline: 60 } },
  visit: {
    FCP: { timesBaseline: 1.05 },
    LCP: { timesBaseline: 0.95 },
    'longest task of the load': { overBaseline: 20 },
    'cold tap → form': { overBaseline: 30 },
    'INP of opening': 120,
    'INP of opening again': 120,
    'INP of typing at once': 120,
    'INP of submitting': 120,
    'submit → player': { overBaseline: 60 },
  },
} as const
