import { expect } from '@playwright/test'
import { callFunction, sql } from './backend.ts'
import type { TestLead } from './visitor.ts'

/** These two alone were to be called yesterday. Returns the id of one of them. */
export async function storePeopleToCall(lead: TestLead): Promise<string> {
  for (const email of [lead.email, `second-${lead.email}`])
    expect((await callFunction({ ...lead, email, countryCode: 'US', consent: true })).status).toBe(201)
  await sql('update private.leads set call_again_on = null')
  const [row] = await sql<{ id: string }>(
    `update private.leads set call_again_on = current_date - 1 where email like '%' || $1 returning id`,
    [lead.email],
  )
  return row?.id ?? ''
}
