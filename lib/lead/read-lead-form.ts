import type { TypedLead } from './submit-lead-state'

/** Reads the form's five fields (spec 3) from any form data: a file or a missing field counts as empty. */
export function readLeadForm(form: FormData): TypedLead & { consent: boolean } {
  const text = (name: string) => textField(form, name)
  return {
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    countryCode: text('countryCode'),
    consent: text('consent') === 'on',
  }
}

/** One text field of form data; anything but a string counts as empty. */
export function textField(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
