import { chromium } from '@playwright/test'
import { findProgram } from './find-program.ts'

/** The browsers that a visitor may have. */
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Chromium without a window. It runs the same tests in a fifth less time. */
const shells = ['chromium-headless-shell']

/**
 * Finds the Chromium for the tests: CHROMIUM_PATH, Playwright's own, or the first on PATH. Returns undefined if there
 * is none.
 */
export function chromiumPath(): string | undefined {
  return findProgram(process.env.CHROMIUM_PATH, chromium.executablePath(), ...shells, ...browsers)
}

/** Finds the Chromium for measurements. It prefers a visitor's browser to the shell. */
export function measuredChromiumPath(): string | undefined {
  return findProgram(process.env.CHROME_PATH, ...browsers) ?? chromiumPath()
}

export const chromiumArgs = [
  // Without this option the shell places letters at whole pixels, unlike the browser that drew the reference
  // pictures.
  '--font-render-hinting=none',
  // Chromium's sandbox does not work for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
