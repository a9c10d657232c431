import { leadFields } from '@/supabase/functions/_shared/lead'
import { cutToBytes } from './cut-to-bytes'
import { textField } from './read-lead-form'

export const postedFieldsHeader = 'x-posted-fields'

// This limit is above the limit of every field. A cut field is therefore still too long and gets an error message.
const maxBytes = 2_000

const names = [
  ...leadFields,
  ...['topic', 'consentVersion', 'submissionId', 'variant', 'referrer', 'elapsedMs', 'token'],
]

/** Encodes a form as the value of a request header. proxy.ts sends this header to app/answer. */
export function encodeFields(form: FormData): string {
  const fields = names.map((name) => [name, cutToBytes(textField(form, name), maxBytes)])
  return new URLSearchParams(fields.filter(([, value]) => value)).toString()
}

export function postedFields(encoded: string): FormData {
  const fields = new FormData()
  for (const [name, value] of new URLSearchParams(encoded)) fields.set(name, value)
  return fields
}
