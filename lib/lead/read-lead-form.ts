import { leadFields } from '../../supabase/functions/_shared/lead.ts'
import type { FormValues } from './submit-lead-state'

/** A missing field, or a file, is '' (spec 3). */
export function readLeadForm(form: FormData): FormValues & { consent: boolean } {
  const texts = leadFields.map((name) => [name, textField(form, name)])
  return { ...(Object.fromEntries(texts) as FormValues), consent: textField(form, 'consent') === 'on' }
}

/** A missing field, or a file, is ''. */
export function textField(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
