import type { LeadContext } from '@/supabase/functions/_shared/lead-request'
import { textField } from './read-lead-form.ts'

/** From page load to submit: no person opens the dialog and fills in the form in less. */
const minElapsedMs = 2_000

/**
 * Takes the form; suspects a filled trap field, and a submit sooner than a person could. Where the time is missing, as
 * without scripts, or no number of milliseconds, it is unknown.
 */
export function suspicion(form: FormData): Pick<LeadContext, 'suspectedBot' | 'timeUnknown'> {
  const [elapsedMs] = /^\d{1,15}$/.exec(textField(form, 'elapsedMs')) ?? []
  const isTooFast = elapsedMs !== undefined && Number(elapsedMs) < minElapsedMs
  return {
    suspectedBot: textField(form, 'topic') !== '' || isTooFast,
    ...(elapsedMs === undefined && { timeUnknown: true }),
  }
}
