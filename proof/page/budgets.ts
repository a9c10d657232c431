/** The largest allowed value: a number, or a comparison with the baseline that is measured in the same run. */
export type Budget = number | { timesBaseline: number } | { overBaseline: number }

/**
 * The largest allowed cost of the page. Times are in milliseconds. Sizes are in KiB as transferred. The baseline
 * (proof/page/baseline) is the same page without a framework.
 */
export const budgets = {
  /**
   * These values are the same on every machine, except that a build's random ids change the compressed size by a few
   * bytes. With its headers, HTML of 12,000 bytes arrives in the first flight of TCP, which carries 14.6 KB.
   */
  exact: {
    'HTML, compressed': 12_000 / 1024,
    'the loader, uncompressed': 1850 / 1024,
    'script tags outside the template': 0,
    'inline scripts in the policy': 2,
    'JavaScript before intent': 0,
    'JavaScript after intent': 192,
    'stylesheets before intent': 0,
    'font files': 1,
    'largest font': 25,
    'requests before intent': 5,
    'transferred before intent': 60,
    'requests with the form open': 16,
    'transferred with the form open': 240,
  },
  /** The lowest allowed scores of Lighthouse on a simulated phone and desktop. */
  scores: { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 },
  /** The largest allowed values, by the id of the Lighthouse audit. */
  mobile: {
    // When the web font replaces the fallback font, centred lines move by a few pixels. Visitors notice shifts of 0.1
    // or more.
    'cumulative-layout-shift': 0.002,
    'first-contentful-paint': { timesBaseline: 1.03 },
    'total-blocking-time': { overBaseline: 25 },
  },
  desktop: {
    'first-contentful-paint': { timesBaseline: 1.06 },
    'speed-index': { timesBaseline: 1.12 },
  },
  /** The page with its own poster is compared with the baseline that also has its own pictures. */
  mobileLcp: {
    thumbnail: { 'largest-contentful-paint': { timesBaseline: 0.88 } },
    'own-poster': { 'largest-contentful-paint': { timesBaseline: 1.08 } },
  },
  /** These budgets are for a phone with a four times slower CPU, on Slow 4G. */
  lostTaps: 0,
  firstTap: { 'first tap → form': { overBaseline: 60 } },
  visit: {
    FCP: { timesBaseline: 1.08 },
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
