import { extraFields } from '../../../site/fields.ts'

/** The largest value that is allowed. It is a number, or it depends on the value of the baseline in the same run. */
export type Budget = number | { timesBaseline: number } | { overBaseline: number }

/**
 * The page may cost this much at most. Times are in milliseconds. Sizes are in KiB, and they are measured as
 * transferred. The baseline is the same page without a framework (tests/proof/page/baseline).
 */
export const budgets = {
  /**
   * These values are the same on every machine. Only the compressed size varies by a few bytes, because each build
   * has random ids in it. The first flight of TCP carries 14.6 KB. That is enough for 13,500 bytes of HTML, its
   * headers, and 200 more bytes for each field that the operator adds.
   */
  exact: {
    'HTML, compressed': (13_500 + 200 * Object.keys(extraFields).length) / 1024,
    'the loader, uncompressed': 5_000 / 1024,
    'script tags outside the template': 0,
    // The loader, the press before it, and the log of unknown paths.
    'inline scripts in the policy': 3,
    'JavaScript before intent': 0,
    // With the styles of the toasts, which were a stylesheet before, and the next step, which the answer brings.
    'JavaScript after intent': 196.7,
    'stylesheets before intent': 0,
    'font files': 1,
    'largest font': 25,
    'requests before intent': 5,
    'transferred before intent': 60,
    'requests with the form open': 16,
    'transferred with the form open': 256,
  },
  /** Lighthouse must give at least these scores, both on a simulated phone and on a simulated desktop. */
  scores: { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 },
  /** The largest values that are allowed. Each name is the id of an audit in Lighthouse. */
  mobile: {
    // Centred lines move by a few pixels when the web font replaces the fallback font. Visitors notice shifts of 0.1
    // and more.
    'cumulative-layout-shift': 0.01,
    'first-contentful-paint': { timesBaseline: 1.08 },
    'total-blocking-time': { overBaseline: 25 },
  },
  desktop: {
    'first-contentful-paint': { timesBaseline: 1.08 },
    'speed-index': { timesBaseline: 1.2 },
  },
  /** If the page has a poster of its own, the baseline has its own pictures too. */
  mobileLcp: {
    thumbnail: { 'largest-contentful-paint': { timesBaseline: 0.88 } },
    'own-poster': { 'largest-contentful-paint': { timesBaseline: 1.08 } },
  },
  /** These budgets are for a phone on Slow 4G, whose CPU is slowed down by a factor of four. */
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
