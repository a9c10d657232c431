import * as z from 'zod/mini'
import { isPublic, literalAddress } from './address.ts'

export const webhookSettingNames = [
  'LEADS_WEBHOOK_URL',
  'LEADS_WEBHOOK_SECRET',
  'LEADS_WEBHOOK_PRIVATE',
] as const

type Variable = (typeof webhookSettingNames)[number]
type Read = <T>(variable: Variable, schema: z.ZodMiniType<T>) => T | undefined

/** Where to post leads, and the secret that signs the posts. If `isPrivate`, the receiver may be private and lack TLS. */
export type WebhookSettings = { url: URL; secret: string; isPrivate: boolean }

const permission = z.literal(['', 'allow'], 'must be allow, or not be set')
const privateUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })
const publicUrl = z.url({ protocol: /^https$/, error: 'must be an https address' }).check(
  // This check also runs if the value is no address.
  z.refine((value) => {
    const address = URL.canParse(value) && literalAddress(new URL(value))
    return !address || isPublic(address)
  }, 'must not lead to this machine or into a private network'),
)

// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme
const secret = z
  .string()
  .check(
    z.refine(
      (value) => value.startsWith('whsec_') && hasLength(value.slice(6)),
      'must be whsec_ followed by 24 to 64 bytes in base64',
    ),
  )

/** Reads the optional variables of the webhook. `read` notes what is wrong. If anything is wrong, `webhook` is undefined. */
export function readWebhookSettings(variables: Partial<Record<Variable, string>>, read: Read) {
  const isWanted = Boolean(variables.LEADS_WEBHOOK_URL?.trim() || variables.LEADS_WEBHOOK_SECRET?.trim())
  if (!isWanted) return { isWanted, webhook: undefined }
  const allowed = variables.LEADS_WEBHOOK_PRIVATE ? read('LEADS_WEBHOOK_PRIVATE', permission) : ''
  const isPrivate = allowed === 'allow'
  const url = read('LEADS_WEBHOOK_URL', isPrivate ? privateUrl : publicUrl)
  const key = read('LEADS_WEBHOOK_SECRET', secret)
  const webhook: WebhookSettings | undefined =
    url && key && allowed !== undefined ? { url: new URL(url), secret: key, isPrivate } : undefined
  return { isWanted, webhook }
}

function hasLength(base64: string) {
  try {
    const { length } = atob(base64)
    return length >= 24 && length <= 64
  } catch {
    return false
  }
}
