import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** For the rules in `doubts`, also the elements about which axe is not sure. */
export async function findViolations(page: Page, doubts: string[] = []): Promise<string[]> {
  // In legacy mode, axe does not open an extra page to put its results together.
  const { violations, incomplete } = await new AxeBuilder({ page })
    .setLegacyMode()
    // The size of targets, the only rule of WCAG 2.2 AA, is off by default.
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze()
  const found = [...violations, ...incomplete.filter(({ id }) => doubts.includes(id))]
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join()}`)
}
