import { test as base } from '../second-site.ts'
import type { Browser, Program } from './browser.ts'
import { type Engine, launchEngine } from './engines.ts'

/**
 * A Playwright test that can open browsers of every engine. Each worker starts a browser only once, because a test
 * would spend most of its time waiting for Firefox to start. Everything that a test adds to `closing` is closed
 * afterwards, even if the test times out.
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
