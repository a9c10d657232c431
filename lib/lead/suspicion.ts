import type { LeadContext } from '@/supabase/functions/_shared/lead-request'
import { textField } from './read-lead-form.ts'

const minElapsedMs = 2_000

/** Suspects a bot if the trap field is filled or the form came too fast. The time is unknown if the visitor runs no scripts. */
export function suspicion(form: FormData): Pick<LeadContext, 'suspectedBot' | 'timeUnknown'> {
  const [elapsedMs] = /^\d{1,15}$/.exec(textField(form, 'elapsedMs')) ?? []
  const isTooFast = elapsedMs !== undefined && Number(elapsedMs) < minElapsedMs
  return {
    suspectedBot: textField(form, 'topic') !== '' || isTooFast,
    ...(elapsedMs === undefined && { timeUnknown: true }),
  }
}
