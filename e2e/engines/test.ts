import { test as base } from '../second-site.ts'
import type { Browser, Program } from './browser.ts'
import { type Engine, launchEngine } from './engines.ts'

/**
 * Playwright's test with browsers of every engine. Each worker starts a browser only once, because starting Firefox
 * takes most of a test's time. Everything that a test adds to `closing` is closed, even if the test times out.
 */
export const test = base.extend<
  { closing: { close(): unknown }[]; open: (engine: Engine) => Promise<Browser> },
  { programs: Map<Engine, Program> }
>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  closing: async ({}, use) => {
    const opened: { close(): unknown }[] = []
    await use(opened)
    for (const one of opened.reverse()) await one.close()
  },
  programs: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const programs = new Map<Engine, Program>()
      await use(programs)
      for (const program of programs.values()) await program.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  open: async ({ closing, programs }, use) => {
    await use(async (engine) => {
      const program = programs.get(engine) ?? (await launchEngine(engine))
      programs.set(engine, program)
      const browser = await program.open()
      closing.push(browser)
      return browser
    })
  },
})
