import { chromium } from '@playwright/test'
import { findProgram } from './find-program.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Finds the Chromium to test with: CHROMIUM_PATH, Playwright's own, or the first on PATH; undefined when there is none. */
export function chromiumPath(): string | undefined {
  return findProgram(process.env.CHROMIUM_PATH, chromium.executablePath(), ...names)
}

/** Chromium's sandbox does not run as root. */
export const chromiumArgs = process.getuid?.() === 0 ? ['--no-sandbox'] : []
