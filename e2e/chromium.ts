import { chromium } from '@playwright/test'
import { findProgram } from './find-program.ts'

/** The browsers that visitors use. */
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Chromium's headless shell. It runs the same tests in a fifth less time. */
const shells = ['chromium-headless-shell']

/**
 * Returns the path of Chromium for the tests: CHROMIUM_PATH, else Playwright's own Chromium, else the first one on
 * PATH.
 */
export function chromiumPath(): string | undefined {
  return findProgram(process.env.CHROMIUM_PATH, chromium.executablePath(), ...shells, ...browsers)
}

/** Returns the path of Chromium for measurements. It prefers a visitor's browser to the headless shell. */
export function measuredChromiumPath(): string | undefined {
  return findProgram(process.env.CHROME_PATH, ...browsers) ?? chromiumPath()
}

export const chromiumArgs = [
  // Without this option the headless shell places letters at whole pixels, unlike the browser that made the reference
  // screenshots.
  '--font-render-hinting=none',
  // Chromium's sandbox does not work for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
