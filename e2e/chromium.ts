import { chromium } from '@playwright/test'
import { findProgram } from './find-program.ts'

/** What a visitor has. */
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Chromium without a window: the same pages in a fifth less time. */
const shells = ['chromium-headless-shell']

/** Finds the Chromium to test with: CHROMIUM_PATH, Playwright's own, or the first on PATH; undefined when there is none. */
export function chromiumPath(): string | undefined {
  return findProgram(process.env.CHROMIUM_PATH, chromium.executablePath(), ...shells, ...browsers)
}

/** Finds the Chromium to measure with: a visitor's browser before the shell. */
export function measuredChromiumPath(): string | undefined {
  return findProgram(process.env.CHROME_PATH, ...browsers) ?? chromiumPath()
}

export const chromiumArgs = [
  // The shell would place letters at whole pixels, unlike the browser that drew the reference pictures.
  '--font-render-hinting=none',
  // Chromium's sandbox does not run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
