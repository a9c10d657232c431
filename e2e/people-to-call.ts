import { expect } from '@playwright/test'
import { callFunction, sql } from './backend.ts'
import type { TestLead } from './visitor.ts'

/** These two alone were to be called yesterday. Returns the id of the one with the address of the lead. */
export async function storePeopleToCall(lead: TestLead): Promise<string> {
  for (const email of [lead.email, `second-${lead.email}`])
    expect((await callFunction({ ...lead, email, countryCode: 'US', consent: true })).status).toBe(201)
  await sql('update private.leads set call_again_on = null')
  const rows = await sql<{ id: string; email: string }>(
    `update private.leads set call_again_on = current_date - 1 where email like '%' || $1 returning id, email`,
    [lead.email],
  )
  return rows.find(({ email }) => email === lead.email)?.id ?? ''
}
