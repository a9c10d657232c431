import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import { serverEnv } from '@/lib/env'
import { type ExtraField, extraFields } from '@/site/fields'
import { leadFields } from '@/supabase/functions/_shared/lead'
import { readCampaign } from './campaign'
import { textField } from './read-lead-form'

export const postedFieldsHeader = 'x-posted-fields'

/**
 * Typed fields, with how many characters are passed on: more than is valid, so that the visitor gets an error
 * message. The email address may be longest.
 */
const typedFields: Record<string, number> = {
  ...{ name: 321, email: 321, phone: 321 },
  ...Object.fromEntries(Object.entries<ExtraField>(extraFields).map(([name, { max }]) => [name, max + 1])),
}

/** Filled in by the page. A longer one is forged and left out. */
const otherFields = [
  ...leadFields.filter((name) => !(name in typedFields)),
  ...['topic', 'consentId', 'submissionId', 'variant', 'elapsedMs', 'token'],
]
const maxOtherLength = 100

/** Enough for an address without its query (lead-context.ts). */
const maxReferrerLength = 2_000

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * For a request header from proxy.ts to app/answer. Encrypted, because logs may store headers. Vercel accepts
 * up to 16 KB.
 */
export function sealFields(form: FormData): string {
  const fields: Record<string, unknown> = {}
  const campaign = readCampaign(textField(form, 'arrival'))
  if (Object.keys(campaign).length > 0) fields.arrival = campaign
  for (const [name, length] of Object.entries(typedFields))
    fields[name] = textField(form, name).slice(0, length).toWellFormed()
  for (const name of otherFields) {
    const text = textField(form, name)
    // Who fills in the trap is a bot, so its text must not get lost.
    fields[name] = name === 'topic' ? text.slice(0, 1) : text.length > maxOtherLength ? '' : text
  }
  const referrer = textField(form, 'referrer').replace(/[?#].*$/s, '')
  if (referrer.length <= maxReferrerLength) fields.referrer = referrer
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key(), nonce)
  const text = JSON.stringify(Object.entries(fields).filter(([, value]) => value))
  const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(sealed).toString('base64url')
}

/** Undefined if the header is not from proxy.ts of the same deployment. */
export function openFields(sealed: string): FormData | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  const form = new FormData()
  try {
    const decipher = createDecipheriv(algorithm, key(), bytes.subarray(0, nonceBytes))
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    const text =
      decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
    for (const [name, value] of JSON.parse(text))
      form.set(name, name === 'arrival' ? `${new URLSearchParams(value)}` : value)
  } catch {
    return undefined
  }
  return form
}

function key(): Buffer {
  return hash('sha256', `posted-fields:${secret()}`, 'buffer')
}

function secret(): string {
  try {
    return serverEnv().SUPABASE_SECRET_KEY
  } catch {
    // Only a preview may run without settings (instrumentation.ts). It stores no lead and shows the form
    // again.
    return ''
  }
}
