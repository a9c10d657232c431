import { chromium, firefox, webkit } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '../chromium.ts'
import { findProgram } from '../find-program.ts'
import type { Program } from './browser.ts'
import { launchWithPlaywright, launchWithPuppeteer } from './page-browser.ts'
import { openWebKit } from './webkit.ts'

type Way = { path: string | undefined; launch: (path: string) => Promise<Program> }

/** The browser that Playwright installed comes first, and that of the system second. */
const engines = {
  chromium: async () => [
    {
      path: await chromiumPath(),
      launch: (path) => launchWithPlaywright(chromium, path, chromiumArgs),
    },
  ],
  firefox: async () => [
    {
      path: findProgram(firefox.executablePath()),
      launch: (path) => launchWithPlaywright(firefox, path),
    },
    { path: findProgram('firefox-esr', 'firefox'), launch: launchWithPuppeteer },
  ],
  webkit: async () => [
    { path: findProgram(webkit.executablePath()), launch: (path) => launchWithPlaywright(webkit, path) },
    {
      path: hasDisplay() ? findProgram('WebKitWebDriver') : undefined,
      launch: async (path) => ({ open: () => openWebKit(path), close: async () => {} }),
    },
  ],
} satisfies Record<string, () => Promise<Way[]>>

export type Engine = keyof typeof engines
export const engineNames = Object.keys(engines) as Engine[]

/** Undefined if this machine has no such browser. */
export async function findEngine(name: Engine): Promise<(() => Promise<Program>) | undefined> {
  const ways: Way[] = await engines[name]()
  return ways.flatMap(({ path, launch }) => (path ? [() => launch(path)] : []))[0]
}

/** If this machine has no such browser, throws an error that says how to install one. */
export async function launchEngine(name: Engine): Promise<Program> {
  const launch = await findEngine(name)
  if (!launch)
    throw new Error(`There is no ${name} on this machine; node e2e/install-browsers.ts installs one.`)
  return launch()
}

function hasDisplay(): boolean {
  return Boolean(process.env.DISPLAY ?? findProgram('Xvfb'))
}
