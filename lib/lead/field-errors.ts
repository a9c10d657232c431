import type { core } from 'zod/mini'
import { type FieldName, leadErrors } from '@/supabase/functions/_shared/lead'

/** The first error of each wrong field, as React Hook Form wants it. */
export type FieldErrors = Partial<Record<FieldName, FieldError>>

type FieldError = { type: 'rule'; message: string }

export const fieldError = (message: string): FieldError => ({ type: 'rule', message })

export function fieldErrors(error: core.$ZodError): FieldErrors {
  return Object.fromEntries(
    Object.entries(leadErrors(error)).map(([field, message]) => [field, fieldError(message)]),
  )
}
