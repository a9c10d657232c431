import { randomInt } from 'node:crypto'
import { submissions } from './backend.ts'
import { test as base, type TestLead } from './test.ts'

/** Each test uses a number of its own, because a withdrawal applies to everybody with the same number. */
export const test = base.extend<{ lead: TestLead }>({
  lead: async ({ lead }, use) => {
    const digits = 2_000_000 + randomInt(7_000_000)
    await use({ ...lead, phone: `+1201${digits}` })
  },
})

export const withdrawals = async (lead: TestLead) =>
  (await submissions(lead.email)).filter(({ consent }) => !consent) as unknown as Record<string, unknown>[]
