import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { createQuery } from '../tests/kit/query.ts'
import { deskKey, gatewayUrl, inboxUrl, secretKey } from './settings.ts'

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

/** The oldest comes first. */
export function submissions(email: string): Promise<Submission[]> {
  return sql('select * from private.lead_submissions where email = $1 order by created_at', [email])
}

/** In the same way as the server of the page. */
export function callFunction(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${gatewayUrl}/functions/v1/send-lead-email`, {
    method: 'POST',
    headers: { apikey: secretKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

/** Waits for the email. If several may have arrived, `replyTo` says which one to return. */
export async function receivedMail(to: string, replyTo?: string): Promise<Email> {
  type Summary = { ID: string; To: { Address: string }[]; ReplyTo: { Address: string }[] }
  let id: string | undefined
  await expect(async () => {
    const { messages }: { messages: Summary[] } = await (await askInbox('messages?limit=1000')).json()
    const isWanted = ({ To, ReplyTo }: Summary) =>
      To[0]?.Address === to && (!replyTo || ReplyTo[0]?.Address === replyTo)
    id = messages.find(isWanted)?.ID
    expect(id).toBeDefined()
  }).toPass({ timeout: 60_000 })
  return PostalMime.parse(await (await askInbox(`message/${id}/raw`)).text())
}

const askInbox = (path: string) =>
  fetch(`${inboxUrl}/api/v1/${path}`, { headers: { authorization: `Bearer ${deskKey}` } })
