import { leadFields } from '../../supabase/functions/_shared/lead.ts'
import type { FormValues } from './submit-lead-state'

/** Reads the form's fields (spec 3). If a field is missing or contains a file, returns an empty text for it. */
export function readLeadForm(form: FormData): FormValues & { consent: boolean } {
  const texts = leadFields.map((name) => [name, textField(form, name)])
  return { ...(Object.fromEntries(texts) as FormValues), consent: textField(form, 'consent') === 'on' }
}

/** Reads one field of a form. If it is missing or contains a file, returns an empty text. */
export function textField(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
