import { randomBytes } from 'node:crypto'
import type { Step } from '../step.ts'

/**
 * SITE_SECRET is the page's, for hashes of visitors. REPORT_SECRET is the function's, for texts and reports.
 */
const names = ['SITE_SECRET', 'REPORT_SECRET']

/** Made once, and kept when the project's key is replaced. */
export const siteSecret: Step = {
  name: 'site secret',
  look: async (world) =>
    names.every((name) => world.get(name))
      ? { done: 'operator.env has SITE_SECRET and REPORT_SECRET.' }
      : {
          todo: 'make two random secrets in operator.env: SITE_SECRET for the page, REPORT_SECRET for reports',
        },
  do: async (world) => {
    const made = names.filter((name) => !world.get(name))
    world.store(Object.fromEntries(made.map((name) => [name, randomBytes(32).toString('base64url')])))
    return `Made ${made.join(' and ')}, and put this into operator.env. It stays when you replace the key.`
  },
}
