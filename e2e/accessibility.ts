import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Gives what axe finds wrong with a page, and of the rules in `doubts` also what it cannot decide; empty where nothing is. */
export async function findViolations(page: Page, doubts: string[] = []): Promise<string[]> {
  // What is in a frame belongs to the video's host; and to look there it would open another page for each result.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ iframes: false })
  const { violations, incomplete } = await axe.analyze()
  const found = [...violations, ...incomplete.filter(({ id }) => doubts.includes(id))]
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join()}`)
}
