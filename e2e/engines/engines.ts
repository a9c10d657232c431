import { chromium, firefox, webkit } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '../chromium.ts'
import { findProgram } from '../find-program.ts'
import type { Program } from './browser.ts'
import { launchWithPlaywright, launchWithPuppeteer } from './page-browser.ts'
import { openWebKit } from './webkit.ts'

type Way = { path: string | undefined; launch: (path: string) => Promise<Program> }

/** The ways to start each engine. Playwright's own browser comes first, then the system's browser. */
const engines = {
  chromium: () => [
    { path: chromiumPath(), launch: (path) => launchWithPlaywright(chromium, path, chromiumArgs) },
  ],
  firefox: () => [
    {
      path: findProgram(firefox.executablePath()),
      launch: (path) => launchWithPlaywright(firefox, path),
    },
    { path: findProgram('firefox-esr', 'firefox'), launch: launchWithPuppeteer },
  ],
  webkit: () => [
    { path: findProgram(webkit.executablePath()), launch: (path) => launchWithPlaywright(webkit, path) },
    {
      path: hasDisplay() ? findProgram('WebKitWebDriver') : undefined,
      launch: async (path) => ({ open: () => openWebKit(path), close: async () => {} }),
    },
  ],
} satisfies Record<string, () => Way[]>

export type Engine = keyof typeof engines
export const engineNames = Object.keys(engines) as Engine[]

/** Returns the function that starts a browser of this engine. Returns undefined if this machine has no such browser. */
export function findEngine(name: Engine): (() => Promise<Program>) | undefined {
  const ways: Way[] = engines[name]()
  return ways.flatMap(({ path, launch }) => (path ? [() => launch(path)] : []))[0]
}

/** Starts a browser of this engine. If this machine has no such browser, throws an error that says how to install one. */
export function launchEngine(name: Engine): Promise<Program> {
  const launch = findEngine(name)
  if (!launch)
    throw new Error(`There is no ${name} on this machine; node e2e/install-browsers.ts installs one.`)
  return launch()
}

function hasDisplay(): boolean {
  return Boolean(process.env.DISPLAY ?? findProgram('Xvfb'))
}
