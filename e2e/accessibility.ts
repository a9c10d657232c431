import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Returns what axe finds wrong with a page. For the rules in `doubts`, it also returns what axe cannot decide. */
export async function findViolations(page: Page, doubts: string[] = []): Promise<string[]> {
  // The content of a frame belongs to the video's host. To check frames, axe would open another page for each result.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ iframes: false })
  const { violations, incomplete } = await axe.analyze()
  const found = [...violations, ...incomplete.filter(({ id }) => doubts.includes(id))]
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join()}`)
}
