import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Returns the violations that axe finds on a page. Also returns what axe cannot decide for the rules in `doubts`. */
export async function findViolations(page: Page, doubts: string[] = []): Promise<string[]> {
  // Without the legacy mode, axe would open a new page for each result.
  const { violations, incomplete } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  const found = [...violations, ...incomplete.filter(({ id }) => doubts.includes(id))]
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join()}`)
}
