import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import { serverEnv } from '@/lib/env'
import { extraFields, leadFields } from '@/supabase/functions/_shared/lead'
import { cutToBytes } from './cut-to-bytes'
import { textField } from './read-lead-form'

export const postedFieldsHeader = 'x-posted-fields'

const typedFields = ['name', 'email', 'phone', ...Object.keys(extraFields)]
const otherFields = [
  ...leadFields.filter((name) => !typedFields.includes(name)),
  ...['topic', 'consentVersion', 'submissionId', 'variant', 'referrer', 'elapsedMs', 'token'],
]

// Vercel accepts a header of up to 16 KB, so long fields are cut. A typed field is cut to more bytes than are valid
// in it. The field is therefore still too long after the cut, and the visitor gets an error message.
const maxTypedBytes = Math.min(2_000, Math.floor(8_000 / typedFields.length))
const maxOtherBytes = 300

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts a form, so that proxy.ts can send it to app/answer in a request header. The form must be encrypted,
 * because logs may store headers.
 */
export function sealFields(form: FormData): string {
  const cut = (maxBytes: number) => (name: string) => [name, cutToBytes(textField(form, name), maxBytes)]
  const fields = [...typedFields.map(cut(maxTypedBytes)), ...otherFields.map(cut(maxOtherBytes))]
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key(), nonce)
  const text = JSON.stringify(fields.filter(([, value]) => value))
  const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(sealed).toString('base64url')
}

/**
 * Decrypts what `sealFields` returned. Returns undefined if the header does not come from proxy.ts in the same
 * deployment.
 */
export function openFields(sealed: string): FormData | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  const form = new FormData()
  try {
    const decipher = createDecipheriv(algorithm, key(), bytes.subarray(0, nonceBytes))
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    const text =
      decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
    for (const [name, value] of JSON.parse(text)) form.set(name, value)
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
    // Only a preview may run without settings (instrumentation.ts). A preview stores no lead and shows the form
    // again.
    return ''
  }
}
