import { expect } from '@playwright/test'
import { callFunction, receivedMail } from './backend.ts'
import type { TestLead } from './visitor.ts'

/** Stores a lead. Returns the path of the link to the video, which is in the mail to the visitor. */
export async function ownLink(lead: TestLead): Promise<string> {
  expect((await callFunction({ ...lead, countryCode: 'US', consent: true })).status).toBe(201)
  const { text, html } = await receivedMail(lead.email)
  const [, link = ''] = /Watch the training:\s+https?:\/\/[^/]+(\/watch\/\S+)/.exec(text ?? '') ?? []
  expect(html).toContain(link)
  return link
}
