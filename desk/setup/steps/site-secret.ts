import { randomBytes } from 'node:crypto'
import type { Step } from '../step.ts'

/** Makes the secret for the hashes of visitors. It is made once and stays when the key of the project is replaced. */
export const siteSecret: Step = {
  name: 'site secret',
  look: async (world) =>
    world.get('SITE_SECRET')
      ? { done: 'operator.env has a secret for the hashes of visitors.' }
      : { todo: 'make a secret for the hashes of visitors' },
  do: async (world) => {
    world.store({ SITE_SECRET: randomBytes(32).toString('base64url') })
    return 'Made a secret for the hashes of visitors, and put it into operator.env. Keep it when you replace the key.'
  },
}
