import { leadFields } from '@/supabase/functions/_shared/lead'
import type { TypedLead } from './submit-lead-state'

/** Reads the form's fields (spec 3) from any form data: a file or a missing field counts as empty. */
export function readLeadForm(form: FormData): TypedLead & { consent: boolean } {
  const texts = leadFields.map((name) => [name, textField(form, name)])
  return { ...(Object.fromEntries(texts) as TypedLead), consent: textField(form, 'consent') === 'on' }
}

/** One text field of form data; anything but a string counts as empty. */
export function textField(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
