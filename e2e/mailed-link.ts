import { expect } from '@playwright/test'
import { callFunction, receivedMail } from './backend.ts'
import type { TestLead } from './visitor.ts'

/** In the text part of the email to the visitor. */
const words = {
  watch: 'Watch the training',
  stop: 'Stop all text messages',
  unsubscribe: 'No more emails',
}

/** Returns the path of one of the links in the email to the visitor. */
export async function mailedLink(lead: TestLead, to: keyof typeof words): Promise<string> {
  expect((await callFunction({ ...lead, countryCode: 'US', consent: true })).status).toBe(201)
  const { text, html } = await receivedMail(lead.email)
  const pattern = new RegExp(`${words[to]}:\\s+https?://[^/]+(/${to}/\\S+)`)
  expect(text).toMatch(pattern)
  const [, link = ''] = pattern.exec(text ?? '') ?? []
  expect(html).toContain(link)
  return link
}
