import { leadFields } from '@/supabase/functions/_shared/lead'
import { cutToBytes } from './cut-to-bytes'
import { textField } from './read-lead-form'

/** Carries the fields of a post from proxy.ts to app/answer. */
export const postedFieldsHeader = 'x-posted-fields'

/** Of each field. Longer than any may be, so that what is cut is still too long and gets its message. */
const maxBytes = 2_000

const names = [
  ...leadFields,
  ...['topic', 'consentVersion', 'submissionId', 'variant', 'referrer', 'elapsedMs'],
]

/** The fields of a form as the text of a header: URL-encoded, and each cut to 2,000 bytes. */
export function encodeFields(form: FormData): string {
  const fields = names.map((name) => [name, cutToBytes(textField(form, name), maxBytes)])
  return new URLSearchParams(fields.filter(([, value]) => value)).toString()
}

/** Reads them again, as form data. */
export function postedFields(encoded: string): FormData {
  const fields = new FormData()
  for (const [name, value] of new URLSearchParams(encoded)) fields.set(name, value)
  return fields
}
