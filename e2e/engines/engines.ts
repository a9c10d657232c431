import { chromium, firefox, webkit } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '../chromium.ts'
import { findProgram } from '../find-program.ts'
import type { Browser } from './browser.ts'
import { openWithPlaywright, openWithPuppeteer } from './page-browser.ts'
import { openWebKit } from './webkit.ts'

type Way = { path: string | undefined; open: (path: string) => Promise<Browser> }

/** The ways to open each engine in order of preference: Playwright's own build, then the system's. */
const engines = {
  chromium: () => [
    { path: chromiumPath(), open: (path) => openWithPlaywright(chromium, path, chromiumArgs) },
  ],
  firefox: () => [
    {
      path: findProgram(firefox.executablePath()),
      open: (path) => openWithPlaywright(firefox, path),
    },
    { path: findProgram('firefox-esr', 'firefox'), open: openWithPuppeteer },
  ],
  webkit: () => [
    { path: findProgram(webkit.executablePath()), open: (path) => openWithPlaywright(webkit, path) },
    { path: hasDisplay() ? findProgram('WebKitWebDriver') : undefined, open: openWebKit },
  ],
} satisfies Record<string, () => Way[]>

export type Engine = keyof typeof engines
export const engineNames = Object.keys(engines) as Engine[]

/** Returns what opens a browser of that engine, or undefined when this machine has none. */
export function findEngine(name: Engine): (() => Promise<Browser>) | undefined {
  const ways: Way[] = engines[name]()
  return ways.flatMap(({ path, open }) => (path ? [() => open(path)] : []))[0]
}

function hasDisplay(): boolean {
  return Boolean(process.env.DISPLAY ?? findProgram('Xvfb'))
}
