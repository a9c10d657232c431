import type { core } from 'zod/mini'
import { type FieldName, leadErrors } from '@/supabase/functions/_shared/lead'

/** The first one of each wrong field, for React Hook Form. */
export type FieldErrors = Partial<Record<FieldName, FieldError>>

type FieldError = { type: 'rule'; message: string }

export const fieldError = (message: string): FieldError => ({ type: 'rule', message })

export function fieldErrors(error: core.$ZodError): FieldErrors {
  return Object.fromEntries(
    Object.entries(leadErrors(error)).map(([field, message]) => [field, fieldError(message)]),
  )
}
