import { cutToBytes } from './cut-to-bytes'
import { readLeadForm, textField } from './read-lead-form'

/** Longer than any field may be, so that what is cut is still too long and gets its message. */
const maxBytes = 1_600

/**
 * What a visitor typed into a form that is too long to be taken, URL-encoded, each field cut to 1,600 bytes. Of a form that
 * could not be read (null) all fields are empty.
 */
export function oversizedFields(form: FormData | null): string {
  const fields = form ?? new FormData()
  const { consent, ...typed } = readLeadForm(fields)
  const hidden = { submissionId: textField(fields, 'submissionId'), variant: textField(fields, 'variant') }
  const kept = { ...typed, ...hidden, consent: consent ? 'on' : '' }
  return new URLSearchParams(
    Object.entries(kept).map(([name, value]) => [name, cutToBytes(value, maxBytes)]),
  ).toString()
}
