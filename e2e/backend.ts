import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { createQuery } from '../proof/harness/query.ts'
import { gatewayUrl, inboxUrl, secretKey } from './settings.ts'

/** Runs SQL on the database of the stack under test. */
export const sql = createQuery(gatewayUrl, secretKey)

export type Submission = {
  id: string
  lead_id: string
  name: string
  email: string
  phone: string
  phone_e164: string | null
  country_code: string
  consent: boolean
  consent_text: string
  consent_version: string
  page: string
  referrer: string
  user_agent: string
  ip_hash: string
  campaign: Record<string, string>
  suspected_bot: boolean
  confirms: string | null
}

/** Gives the stored submissions of one email address, oldest first. */
export function submissions(email: string): Promise<Submission[]> {
  return sql('select * from public.lead_submissions where email = $1 order by created_at', [email])
}

/** Calls the function as the page's server does. */
export function callFunction(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${gatewayUrl}/functions/v1/send-lead-email`, {
    method: 'POST',
    headers: { apikey: secretKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

type MailSummary = { ID: string; To: { Address: string }[]; ReplyTo?: { Address: string }[] }

/** Waits until the inbox has both mails about a lead, and gives them; throws after 15 s. */
export async function mailsAbout(email: string): Promise<{ visitor: Email; owner: Email }> {
  const found: { visitor?: Email; owner?: Email } = {}
  await expect(async () => {
    const { messages }: { messages: MailSummary[] } = await (
      await fetch(`${inboxUrl}/api/v1/messages`)
    ).json()
    for (const { ID, To } of messages) {
      const to = To[0]?.Address
      if (to !== email && to !== 'owner@example.com') continue
      const mail = await PostalMime.parse(await (await fetch(`${inboxUrl}/api/v1/message/${ID}/raw`)).text())
      if (to === email) found.visitor = mail
      else if (mail.replyTo?.[0]?.address === email) found.owner = mail
    }
    expect(found.visitor && found.owner).toBeTruthy()
  }).toPass({ timeout: 15_000 })
  return found as { visitor: Email; owner: Email }
}
