import { createVerify, X509Certificate } from 'node:crypto'
import * as z from 'zod/mini'
import { parseJson } from './parse-json.ts'

const messageSchema = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Subject: z.optional(z.string()),
  Timestamp: z.string(),
  Token: z.optional(z.string()),
  SubscribeURL: z.optional(z.string()),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
})

type SnsMessage = z.infer<typeof messageSchema>

/** Fetches from Amazon. Undefined if Amazon refuses (4xx). Throws if it cannot answer. */
export type FetchText = (url: URL) => Promise<string | undefined>

const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const

/** Anybody can name a certificate, so Amazon's answer about one is kept for a while. */
const rememberedMs = 60_000
const maxRemembered = 1_000

const certificatePath = /^\/SimpleNotificationService-[0-9a-f]{1,64}\.pem$/

/**
 * Takes a message of Amazon SNS, and confirms the subscription if it asks for that. Returns the message, or
 * 'forged' if Amazon did not sign it for this topic. Throws if Amazon does not answer.
 * https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
 */
export function createSnsReader(topic: string, fetchText: FetchText = fetchFromAmazon) {
  const [, , , region = ''] = topic.split(':')
  let latest: { url: string; certificate: string } | undefined
  const remembered = new Map<string, { certificate?: string; at: number }>()
  let underWay: { url: string; answer: Promise<string | undefined> } | undefined

  /** Amazon SNS in the topic's region. Nothing else is ever fetched. */
  function addressOf(text: string | undefined): URL | undefined {
    const url = URL.canParse(text ?? '') ? new URL(`${text}`) : undefined
    const host = `sns.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
    return url?.origin === `https://${host}` && !url.username && !url.password ? url : undefined
  }

  /** Throws while another one is being fetched; Amazon then sends again. */
  async function certificateAt(url: URL): Promise<string | undefined> {
    const { href } = url
    if (latest?.url === href) return latest.certificate
    const known = remembered.get(href)
    if (known && Date.now() - known.at < rememberedMs) return known.certificate
    if (underWay && underWay.url !== href)
      throw new Error('Amazon SNS: another certificate is being fetched.')
    underWay ??= { url: href, answer: fetchText(url) }
    const { answer } = underWay
    try {
      const certificate = await answer
      if (remembered.size >= maxRemembered) remembered.clear()
      remembered.set(href, { ...(certificate && { certificate }), at: Date.now() })
      return certificate
    } finally {
      if (underWay?.answer === answer) underWay = undefined
    }
  }

  return async (body: string): Promise<SnsMessage | 'forged'> => {
    const message = parseJson(messageSchema, body)
    const url = addressOf(message?.SigningCertURL)
    if (!message || message.TopicArn !== topic) return 'forged'
    if (!url || !certificatePath.test(url.pathname) || url.search) return 'forged'
    const certificate = await certificateAt(url)
    if (!certificate || !isSigned(message, certificate)) return 'forged'
    latest = { url: url.href, certificate }
    const confirmation = message.Type === 'SubscriptionConfirmation' && addressOf(message.SubscribeURL)
    if (confirmation) await fetchText(confirmation)
    return message
  }
}

function isSigned(message: SnsMessage, certificate: string): boolean {
  const algorithm = message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1'
  try {
    const { publicKey } = new X509Certificate(certificate)
    const verify = createVerify(algorithm).update(signedText(message))
    return verify.verify(publicKey, message.Signature, 'base64')
  } catch {
    return false
  }
}

/** Each field's name and value, each on its own line. */
export const signedText = (message: Partial<SnsMessage> & Pick<SnsMessage, 'Type'>): string =>
  signedFields[message.Type]
    .filter((name) => message[name] !== undefined)
    .map((name) => `${name}\n${message[name]}\n`)
    .join('')

async function fetchFromAmazon(url: URL): Promise<string | undefined> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(5_000) })
  if (response.ok) return await response.text()
  await response.body?.cancel()
  if (response.status < 500) return undefined
  throw new Error(`Amazon SNS: HTTP ${response.status}`)
}
